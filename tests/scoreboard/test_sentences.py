"""Sentences on the wire, and a decoder that nothing can put off."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingsgold.scoreboard.sentences import (
    KINDS,
    LARGEST,
    LONGEST,
    NAME_LENGTH,
    TEXT_LENGTH,
    Captain,
    Decoder,
    Dice,
    DisplayAlive,
    DisplayButton,
    DisplayHello,
    Heist,
    Hello,
    Match,
    Sentence,
    Standing,
    Turn,
    checksum,
    encode,
    fold,
)

IN_A_FIELD = "".join(chr(code) for code in range(32, 127) if chr(code) not in "$,*!\\")

numbers = st.integers(0, LARGEST)
maybe = st.none() | numbers
words = st.text(IN_A_FIELD, max_size=12)
slots = st.integers(0, 5)
sentences: st.SearchStrategy[Sentence] = st.one_of(
    st.builds(Hello, version=numbers),
    st.builds(
        Match, words, words, st.integers(0, 6), maybe, words, st.text(string.digits, max_size=6)
    ),
    st.builds(Captain, slots, words, maybe, maybe, numbers, maybe, st.text("BSG", max_size=3)),
    st.builds(Turn, slots, numbers, maybe, maybe),
    st.builds(Dice, st.text("ONRX23456BSCRTF", max_size=5), st.text("01", max_size=5), maybe),
    st.builds(Heist, slots, words, numbers),
    st.builds(
        Standing,
        st.text(string.digits, max_size=6),
        st.text(string.digits, max_size=6),
        st.lists(numbers, max_size=6).map(tuple),
    ),
    st.builds(DisplayHello, numbers, words),
    st.builds(DisplayAlive),
    st.builds(DisplayButton, words),
)


def line(body: str) -> bytes:
    """A sentence around `body`, put together by hand."""
    total = 0
    for character in body:
        total ^= ord(character)
    return f"${body}*{total:02X}\r\n".encode("ascii")


def test_the_checksum_is_that_of_nmea_0183() -> None:
    # Sentences from the literature on NMEA 0183.
    assert checksum(b"GPGLL,5300.97914,N,00259.98174,E,125926,A") == 0x28
    assert checksum(b"GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,") == 0x47
    assert checksum(b"") == 0


@pytest.mark.parametrize(
    ("sentence", "wire"),
    [
        (Hello(1), b"$KGHEL,1*50\r\n"),
        (Captain(0, "Anne", 14, 3, 31, 1, "B"), line("KGCAP,0,Anne,14,3,31,1,B")),
        (Captain(5, "Jack", points=365), line("KGCAP,5,Jack,,,365,,")),
        (Turn(2, 7, 10, 4), line("KGTRN,2,7,10,4")),
        (Standing("02", "021", (50, 50, 3)), line("KGSTD,02,021,50,50,3")),
        (DisplayAlive(), line("KGDAL")),
    ],
)
def test_a_sentence_is_written_with_its_fields_in_order(sentence: Sentence, wire: bytes) -> None:
    assert encode(sentence) == wire


@given(sentences)
def test_what_is_encoded_is_decoded(sentence: Sentence) -> None:
    wire = encode(sentence)
    assert len(wire) <= LONGEST
    assert wire.isascii()
    assert wire.endswith(b"\r\n")
    decoder = Decoder()
    assert decoder.feed(wire) == [sentence]
    assert (decoder.good, decoder.bad, decoder.unknown) == (1, 0, 0)


def test_every_kind_has_a_type_of_its_own() -> None:
    tags = [str(kind.__struct_config__.tag) for kind in KINDS]
    assert len(set(tags)) == len(tags) == len(Sentence.__subclasses__())
    assert all(len(tag) == 3 and tag.isalpha() and tag.isupper() for tag in tags)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Jörg", "Jorg"),
        ("Straße", "Strasse"),
        ("Æsa Þóra", "AEsa Thora"),
        ("Søren-d'Ëÿ", "Soren-d'Ey"),
        ("µªº", "uao"),
        ("海賊", "??"),
        ("a,b*c$d!e\\f", "a?b?c?d?e?f"),
        ("tab\tnew\nline\x7f", "tab?new?line?"),
    ],
)
def test_accents_are_folded(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text())
def test_whatever_a_text_is_it_fits_a_field(text: str) -> None:
    folded = fold(text)
    assert len(folded) <= TEXT_LENGTH
    assert set(folded) <= set(IN_A_FIELD)
    assert fold(folded) == folded


def test_every_letter_that_a_name_can_have_has_a_likeness() -> None:
    letters = [chr(code) for code in range(0xA0, 0x100) if chr(code).isalpha()]
    assert all(fold(letter).isalpha() for letter in letters)
    assert len(fold("ß" * 12, NAME_LENGTH)) == NAME_LENGTH


def test_large_numbers_are_cut_to_the_largest() -> None:
    assert encode(Turn(0, 10**9)) == line(f"KGTRN,0,{LARGEST},,")


def test_a_sentence_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 82 characters, this one 90"):
        encode(Standing("0", "012345", tuple([LARGEST] * 10)))


@pytest.mark.parametrize(
    "wrong",
    [
        b"$KGHEL,1*51\r\n",
        b"$KGHEL,1*5\r\n",
        b"$KGHEL,1\r\n",
        line("GPHEL,1"),
        line("KGhel,1"),
        line("KGHEL"),
        line("KGHEL,"),
        line("KGHEL,one"),
        line("KGHEL,-1"),
        line("KGHEL,1.0"),
        line("KGHEL,1234567"),
        line("KGTRN,,1,,"),
        line("KGSTD,0,01,5,x"),
        line("KGDBT,\x07"),
        b"$KGHEL,1*%02x\r\n" % (checksum(b"KGHEL,1") | 0x0A),
        b"$" + b"x" * 200 + b"\r\n",
    ],
)
def test_what_is_no_sentence_is_counted_and_skipped(wrong: bytes) -> None:
    decoder = Decoder()
    assert decoder.feed(wrong) == []
    assert (decoder.good, decoder.bad, decoder.unknown) == (0, 1, 0)
    assert decoder.feed(encode(Hello(1))) == [Hello(1)]


def test_unknown_types_are_counted_by_themselves() -> None:
    decoder = Decoder()
    assert decoder.feed(line("KGXYZ,1,2") + line("KGHEL,1")) == [Hello(1)]
    assert (decoder.good, decoder.bad, decoder.unknown) == (1, 0, 1)


def test_fields_of_a_later_version_are_skipped() -> None:
    assert Decoder().feed(line("KGTRN,1,2,3,4,news,5")) == [Turn(1, 2, 3, 4)]


def test_a_sentence_that_another_cuts_off_takes_nothing_with_it() -> None:
    decoder = Decoder()
    assert decoder.feed(b"$KGTRN,1,2" + encode(Hello(1))) == [Hello(1)]
    assert decoder.bad == 1


def test_the_longest_sentence_is_taken_and_a_longer_one_is_not() -> None:
    body = "KGDHI,1," + "x" * (LONGEST - len("$KGDHI,1,*00\r\n"))
    assert len(line(body)) == LONGEST
    assert len(Decoder().feed(line(body))) == 1
    assert Decoder().feed(line(body + "x")) == []


@given(st.lists(st.binary() | sentences.map(encode)), st.data())
def test_garbage_never_raises_and_never_fills_the_memory(
    chunks: list[bytes], data: st.DataObject
) -> None:
    stream = b"".join(chunks)
    whole = Decoder()
    expected = whole.feed(stream)
    pieces, found, rest = Decoder(), [], stream
    while rest:
        size = data.draw(st.integers(1, len(rest)))
        found += pieces.feed(rest[:size])
        assert pieces.pending <= LONGEST
        rest = rest[size:]
    assert found == expected
    assert (pieces.good, pieces.bad, pieces.unknown) == (whole.good, whole.bad, whole.unknown)
    assert pieces.good == len(found)


@given(st.binary(max_size=300), st.lists(sentences, min_size=1))
def test_sentences_after_garbage_are_found(garbage: bytes, told: list[Sentence]) -> None:
    found = Decoder().feed(garbage + b"".join(map(encode, told)))
    assert found[-len(told) :] == told


@given(sentences, st.data())
def test_one_changed_character_is_noticed(sentence: Sentence, data: st.DataObject) -> None:
    wire = bytearray(encode(sentence))
    place = data.draw(st.integers(0, len(wire) - 3))
    wire[place] ^= 1 << data.draw(st.integers(0, 7))
    assert sentence not in Decoder().feed(bytes(wire))
