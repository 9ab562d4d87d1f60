#!/bin/bash
# Puts the box's lines into the Pi's boot configuration: shows what would change, asks, applies.
#
#   apply.sh [--yes] [FILE]     FILE is /boot/firmware/config.txt unless given
#
# The lines stand between two marks at the end of FILE, so that another run replaces them. The file
# as it was before is kept beside it as FILE.before-kingsgold.
set -euo pipefail

begin='# >>> kingsgold'
end='# <<< kingsgold'
lines=$(cd "$(dirname "$0")" && pwd)/config.txt

fail() {
    echo "apply.sh: $1" >&2
    exit 2
}

yes=
file=/boot/firmware/config.txt
for argument in "$@"; do
    case $argument in
    --yes) yes=1 ;;
    -*) fail "no such option: $argument; there is --yes" ;;
    *) file=$argument ;;
    esac
done
[ -f "$file" ] || fail "$file is missing: is this a Raspberry Pi with Bookworm or newer?"

# The first mark without the second would take all that follows with it.
if [ "$(grep -cxF "$begin" "$file")" != "$(grep -cxF "$end" "$file")" ]; then
    fail "$file: one of the lines \"$begin\" and \"$end\" is missing; put it back or remove the other"
fi

wanted=$(mktemp)
trap 'rm -f "$wanted"' EXIT
{
    # Blank lines at the end would pile up with every run.
    awk -v begin="$begin" -v end="$end" '
        $0 == begin { inside = 1 }
        inside { if ($0 == end) inside = 0; next }
        /^[[:space:]]*$/ { blank = blank $0 "\n"; next }
        { printf "%s%s\n", blank, $0; blank = "" }
    ' "$file"
    printf '\n%s\n' "$begin"
    cat "$lines"
    printf '%s\n' "$end"
} >"$wanted"

if cmp -s "$file" "$wanted"; then
    echo "$file has the box's lines already."
else
    diff -u --label "$file" --label "$file with the box's lines" "$file" "$wanted" || true
    if [ -z "$yes" ]; then
        read -r -p "Change $file? [y/N] " answer || answer=
        case $answer in y | Y | yes) ;; *) echo "Nothing was changed." && exit 1 ;; esac
    fi
    [ -w "$file" ] || fail "$file can't be written to: sudo firmware/boot/apply.sh"
    cp "$file" "$file.before-kingsgold"
    # A plug that is pulled now must not leave half a file: write beside it, then rename.
    cp -p "$file" "$file.new"
    cat "$wanted" >"$file.new"
    sync "$file.new"
    mv "$file.new" "$file"
    echo "$file is changed; restart the Pi to make it count: sudo reboot"
fi

command_line=$(dirname "$file")/cmdline.txt
if grep -qsE 'console=(serial0|ttyAMA0|ttyS0)' "$command_line"; then
    echo "A login console is on the serial port ($command_line). If the scoreboard is wired to the"
    echo "header, switch it off: sudo raspi-config nonint do_serial_cons 1"
fi
