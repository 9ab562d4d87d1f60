"""The display writer against a second implementation of everything that it does."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from kingsgold.box.writer import (
    BLANK,
    COLUMNS,
    PAGES,
    SPAN_COST_BYTES,
    Frame,
    Glass,
    Span,
    next_span,
    pack,
)

SIZE = (128, 64)


def noise(seed: bytes) -> Image.Image:
    return Image.frombytes("1", SIZE, (seed * 1024)[:1024])


pictures = st.binary(min_size=1, max_size=64).map(noise)

frames = pictures.map(pack)


@st.composite
def edited(draw: st.DrawFn, frame: Frame) -> Frame:
    """`frame` with a few bytes changed: what a score or a pointer does."""
    pages = [bytearray(page) for page in frame]
    for _ in range(draw(st.integers(0, 6))):
        page, column = draw(st.integers(0, PAGES - 1)), draw(st.integers(0, COLUMNS - 1))
        width = draw(st.integers(1, 12))
        pages[page][column : column + width] = draw(
            st.binary(min_size=len(pages[page][column : column + width]), max_size=width)
        )[: len(pages[page][column : column + width])]
    return tuple(bytes(page) for page in pages)


def spans(glass: Glass, wanted: Frame) -> Iterator[tuple[Span, Glass]]:
    while (span := next_span(glass, wanted)) is not None:
        glass = glass.after(span)
        yield span, glass


def pack_by_pixel(picture: Image.Image) -> Frame:
    pages = [bytearray(COLUMNS) for _ in range(PAGES)]
    for y in range(64):
        for x in range(128):
            if picture.getpixel((x, y)):
                pages[y // 8][x] |= 1 << y % 8
    return tuple(bytes(page) for page in pages)


@settings(deadline=None, max_examples=30)
@given(pictures)
def test_packing_agrees_with_a_loop_over_pixels(picture: Image.Image) -> None:
    assert pack(picture) == pack_by_pixel(picture)
    assert pack(picture, 180) == pack_by_pixel(picture.transpose(Image.Transpose.ROTATE_180))


@settings(deadline=None)
@given(st.data())
def test_the_spans_lead_to_what_is_wanted_and_repeat_nothing(data: st.DataObject) -> None:
    shown = data.draw(frames)
    wanted = data.draw(edited(shown))
    glass = Glass(shown)
    cost = 0
    for span, after in spans(glass, wanted):
        old = shown[span.page][span.column : span.column + len(span.data)]
        # A span starts and ends with a change, and has no unchanged stretch worth leaving out.
        assert old[0] != span.data[0]
        assert old[-1] != span.data[-1]
        unchanged = "".join("=" if a == b else "." for a, b in zip(old, span.data, strict=True))
        assert "=" * (SPAN_COST_BYTES + 1) not in unchanged
        cost += SPAN_COST_BYTES + len(span.data)
        glass = after
    assert glass.pages == wanted
    assert cost == cheapest(shown, wanted)


def cheapest(shown: Frame, wanted: Frame) -> int:
    """The least number of bytes that any choice of spans needs, by dynamic programming."""
    total = 0
    for old, new in zip(shown, wanted, strict=True):
        outside, inside = 0, 10**9  # the cost so far, with the last column not in a span, and in it
        for a, b in zip(old, new, strict=True):
            in_span = 1 + min(inside, outside + SPAN_COST_BYTES)
            outside = min(outside, inside) if a == b else 10**9
            inside = in_span
        total += min(outside, inside)
    return total


@settings(deadline=None)
@given(frames)
def test_unknown_glass_gets_every_page_whole(wanted: Frame) -> None:
    sent = [span for span, _ in spans(Glass(), wanted)]
    assert sorted((span.page, span.column, span.data) for span in sent) == [
        (page, 0, data) for page, data in enumerate(wanted)
    ]


@settings(deadline=None)
@given(st.data())
def test_a_newer_picture_takes_over_in_the_middle(data: st.DataObject) -> None:
    glass = Glass()
    for wanted in data.draw(st.lists(frames, min_size=1, max_size=4)):
        for _ in range(data.draw(st.integers(0, 9))):
            if (span := next_span(glass, wanted)) is not None:
                glass = glass.after(span)
    last = data.draw(frames)
    for _, after in spans(glass, last):
        glass = after
    assert glass.pages == last


def test_every_page_has_its_turn_below_an_animation() -> None:
    glass = Glass(BLANK)
    for tick in range(1, 20):
        moving = bytes([tick]) * COLUMNS
        span = next_span(glass, (moving, moving, *BLANK[2:7], bytes([1]) * COLUMNS))
        assert span is not None
        glass = glass.after(span)
        if span.page == 7:
            break
    assert tick <= PAGES


def test_a_changed_score_costs_tens_of_bytes() -> None:
    picture = Image.new("1", SIZE)
    draw = ImageDraw.Draw(picture)
    draw.text((4, 2), "BLACKBEARD", fill=1)
    draw.text((96, 2), "1200", fill=1)
    before = pack(picture)
    draw.rectangle((96, 0, 127, 15), fill=0)
    draw.text((96, 2), "1300", fill=1)
    after = pack(picture)
    cost = sum(7 + len(span.data) for span, _ in spans(Glass(before), after))
    assert 0 < cost < 50


def test_addressing_is_page_then_column_on_glass_that_starts_later() -> None:
    assert Span(3, 0x2B, b"\xff").addressing(0) == bytes((0xB3, 0x0B, 0x12))
    assert Span(7, 0x7F, b"\xff").addressing(2) == bytes((0xB7, 0x01, 0x18))
