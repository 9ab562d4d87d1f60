#!/bin/bash
# Before anything else starts: the module with GPIO and display, the shared folder, the model.
set -eu
controller=$(sed -n 's/.*virtual_pi.controller=\([a-z0-9]*\).*/\1/p' /proc/cmdline)
modprobe -a i2c-dev virtio_console 9pnet_virtio 9p
modprobe virtual_pi sh1106="$([ "$controller" = sh1106 ] && echo Y || echo N)"
mkdir -p /host
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,ro host /host
{
    cat /proc/cpuinfo
    printf 'Revision\t: 902120\nModel\t\t: Raspberry Pi Zero 2 W Rev 1.0\n'
} >/run/cpuinfo
mount --bind /run/cpuinfo /proc/cpuinfo
