#!/bin/bash
# Installs the box as a service, or removes it: install.sh install | uninstall
#
# Run it again to upgrade; a match that is on goes on afterwards. In the environment:
#   DESTDIR=DIR   put the files below DIR and leave this computer's users and services alone
#   PACKAGE=FILE  install this wheel instead of the checkout that the script is in
#   PYTHON=FILE   the Python to use, /usr/bin/python3 unless given
#   PURGE=1       uninstall: remove configuration, matches and the user, too
# pip's own variables work, too: PIP_NO_INDEX=1 PIP_FIND_LINKS=DIR installs from wheels in DIR.
set -euo pipefail
umask 022

here=$(cd "$(dirname "$0")" && pwd)
checkout=$(dirname "$here")
root=${DESTDIR:+$(realpath -m "$DESTDIR")}
python=${PYTHON:-/usr/bin/python3}

venv=/opt/kingsgold
config=/etc/kingsgold/config.toml
data=/var/lib/kingsgold
command=/usr/local/bin/kingsgold
unit=/etc/systemd/system/kingsgold.service
backoff=/etc/systemd/system/kingsgold.service.d/backoff.conf
enabled=/etc/systemd/system/multi-user.target.wants/kingsgold.service
sysusers=/etc/sysusers.d/kingsgold.conf
udev=/etc/udev/rules.d/60-kingsgold.rules
polkit=/etc/polkit-1/rules.d/60-kingsgold.rules
modules=/etc/modules-load.d/kingsgold.conf

fail() {
    echo "install.sh: $1" >&2
    exit 2
}

need_root() {
    [ -n "$root" ] || [ "$(id -u)" = 0 ] || fail "this needs root: sudo make $1"
}

put() {
    install -D -m 644 "$here/$1" "$root$2"
}

link() {
    mkdir -p "$(dirname "$root$2")"
    ln -sfn "$1" "$root$2"
}

install_package() {
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
        fail "$python is not Python 3.11 or newer; Raspberry Pi OS Bookworm and later have it"
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        fail "$python can't make virtual environments: sudo apt install python3-venv"
    # An upgrade of the system can bring another Python, which the old environment does not fit.
    local version='import sys; print(sys.version_info[:2])'
    if [ "$("$root$venv/bin/python" -c "import pip; $version" 2>&1)" != \
        "$("$python" -c "$version")" ]; then
        "$python" -m venv --clear "$root$venv"
    fi
    # pip takes the old version away only when it has the new one complete.
    "$root$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --no-warn-script-location --upgrade "${PACKAGE:-$checkout}[pi]"
    # In a scratch root, the scripts have to name the place where the tree will be.
    if [ -n "$root" ]; then
        find "$root$venv/bin" -type f -exec sed -i "s|$root$venv|$venv|g" {} +
    fi
    link "$venv/bin/kingsgold" "$command"
}

install_service() {
    [ -e "$root$config" ] || put config.toml "$config"
    put sysusers.conf "$sysusers"
    put udev.rules "$udev"
    put polkit.rules "$polkit"
    put modules.conf "$modules"
    # What an older systemd does not know it would complain about at every start.
    if [ "$(systemctl --version 2>/dev/null | awk 'NR == 1 { print $2 }')" -ge 254 ] 2>/dev/null; then
        put backoff.conf "$backoff"
    fi
    # Once only: who has disabled the box does not want it back with an upgrade.
    [ -e "$root$unit" ] || link "$unit" "$enabled"
    put kingsgold.service "$unit"
}

start_service() {
    systemd-sysusers "$sysusers"
    modprobe --quiet i2c-dev || true
    udevadm control --reload
    udevadm trigger --settle --subsystem-match=gpio --subsystem-match=i2c-dev \
        --subsystem-match=spidev
    systemctl daemon-reload
    if ! systemctl is-enabled --quiet kingsgold; then
        echo "The box is installed and disabled: sudo systemctl enable --now kingsgold"
    elif systemctl restart kingsgold; then
        echo "The box is installed and plays."
    else
        echo "The box is installed, but can't play yet. See below, then: sudo make install"
    fi
    runuser -u kingsgold -- "$command" doctor --config "$config" || true
}

uninstall() {
    if [ -z "$root" ] && [ -e "$unit" ]; then
        systemctl disable --now --quiet kingsgold
    fi
    rm -f "$root$unit" "$root$enabled" "$root$backoff" "$root$sysusers" "$root$udev" \
        "$root$polkit" "$root$modules" "$root$command"
    rm -rf "$root$venv"
    rmdir "$root$(dirname "$backoff")" 2>/dev/null || true
    if [ "${PURGE:-}" = 1 ]; then
        rm -rf "$root$(dirname "$config")" "$root$data"
        if [ -z "$root" ] && id -u kingsgold >/dev/null 2>&1; then userdel kingsgold; fi
    elif [ -e "$root$config" ] || [ -e "$root$data" ]; then
        echo "Kept: $root$(dirname "$config") and $root$data"
        echo "With PURGE=1 they go, too: sudo make uninstall PURGE=1${root:+ DESTDIR=$root}"
    fi
    if [ -z "$root" ]; then
        systemctl daemon-reload
        udevadm control --reload
    fi
}

[ $# -le 1 ] || fail "say install or uninstall, and nothing else"
case ${1:-} in
install)
    need_root install
    install_package
    install_service
    [ -n "$root" ] || start_service
    ;;
uninstall)
    need_root uninstall
    uninstall
    ;;
*)
    fail "say install or uninstall"
    ;;
esac
