#!/bin/bash
# Builds the virtual Pi's disk, kernel and initrd in WORK: build.sh WORK. Root on Debian, 4 GB.
#
# What Debian provides is fetched once and kept; what comes from here is put in whenever it changes.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
work=$1
root=$work/root
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

fetch() {
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends qemu-system-x86 qemu-utils debootstrap \
        e2fsprogs build-essential linux-headers-amd64 >/dev/null
    version=$(headers_version)
    local suite mirror packages=(
        systemd-sysv libpam-systemd udev dbus polkitd kmod procps sudo python3-venv make
        i2c-tools gpiod initramfs-tools linux-base zstd
    )
    # shellcheck disable=SC1091
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    mirror=$(apt-cache policy | sed -n "s|.*500 \(http[^ ]*\) $suite/main .*|\1|p" | head -n 1)
    rm -rf "$root"
    debootstrap --variant=minbase --include="$(IFS=, && echo "${packages[*]}")" \
        "$suite" "$root" "$mirror" >"$work/fetch.log"
    # The kernel that the host has the headers of, so that the module fits.
    mkdir -p "$work/kernel"
    (cd "$work/kernel" && apt-get download -qq -o APT::Sandbox::User=root "linux-image-$version")
    cp "$work/kernel/"linux-image-*.deb "$root/tmp/"
    printf '%s\n' virtio_pci virtio_blk ext4 >>"$root/etc/initramfs-tools/modules"
    sed -i 's/^MODULES=.*/MODULES=list/' "$root/etc/initramfs-tools/initramfs.conf"
    for folder in proc sys dev; do mount --bind "/$folder" "$root/$folder"; done
    trap 'umount "$root/proc" "$root/sys" "$root/dev"' EXIT
    chroot "$root" sh -c "dpkg -i /tmp/linux-image-*.deb" >>"$work/fetch.log" 2>&1
    umount "$root/proc" "$root/sys" "$root/dev"
    trap - EXIT
    rm "$root/tmp/"*.deb
    for group in gpio i2c spi; do chroot "$root" groupadd -f -r "$group"; done
    # What an emulated processor should not spend its time on.
    for unit in serial-getty@ttyS0.service e2scrub_reap.service {apt-daily,apt-daily-upgrade}.timer; do
        ln -sf /dev/null "$root/etc/systemd/system/$unit"
    done
    echo virtualpi >"$root/etc/hostname"
}

build_module() {
    rm -rf "$work/module"
    cp -r "$here/module" "$work/module"
    make -s -C "/lib/modules/$version/build" M="$work/module" modules >"$work/module.log" 2>&1 ||
        { cat "$work/module.log" >&2 && exit 1; }
    install -D -m 644 "$work/module/virtual_pi.ko" \
        "$root/lib/modules/$version/extra/virtual_pi.ko"
    chroot "$root" depmod "$version"
}

headers_version() {
    basename "$(dirname "$(find /lib/modules/*/build -maxdepth 0 | sort -V | tail -n 1)")"
}

mkdir -p "$work"
here_is=$(cd "$here" && find build.sh module guest -type f -exec sha256sum {} + | sort | sha256sum)
if [ "$(cat "$work/ready" 2>/dev/null)" = "$here_is" ]; then exit 0; fi
rm -f "$work/ready"
if [ ! -e "$work/fetched" ]; then
    fetch
    touch "$work/fetched"
fi
version=$(headers_version)
build_module
cp -r "$here/guest/." "$root/"
chmod +x "$root/usr/local/lib/virtual-pi/hardware.sh"
for unit in virtual-pi-hardware:sysinit virtual-pi-agent:multi-user; do
    wants=$root/etc/systemd/system/${unit#*:}.target.wants
    mkdir -p "$wants"
    ln -sf "../${unit%:*}.service" "$wants/"
done
cp "$root/boot/vmlinuz-$version" "$work/vmlinuz"
cp "$root/boot/initrd.img-$version" "$work/initrd"
rm -f "$work/disk.img"
truncate -s 4G "$work/disk.img"
mkfs.ext4 -q -d "$root" "$work/disk.img"
echo "$here_is" >"$work/ready"
