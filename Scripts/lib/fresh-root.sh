# SPDX-License-Identifier: GPL-3.0-or-later
# Tries a package in a fresh Debian: it is installed, used, served and removed.
# shellcheck shell=bash disable=SC2154

# try_in_fresh_root FOLDER: makes a Debian 12 in the folder where there is none, and installs $package in it.
try_in_fresh_root() {
    local fresh=$1 status=0
    if [[ ! -x $fresh/usr/bin/apt-get ]]; then
        debootstrap --variant=minbase bookworm "$fresh" >/dev/null || die "debootstrap made no Debian in $fresh."
    fi
    install -m 644 "$package" "$fresh/tmp/limn.deb"
    install -m 755 Scripts/lib/installed.sh "$fresh/tmp/installed.sh"
    [[ ! -e /etc/apt/apt.conf.d ]] || cp -a /etc/apt/apt.conf.d/*proxy* "$fresh/etc/apt/apt.conf.d/" 2>/dev/null || true
    # Its own processes and mounts: whatever it leaves behind ends with it.
    unshare --mount --pid --fork --uts bash -c '
        mount --bind "$1" "$1"
        mount -t proc proc "$1/proc"
        mount --rbind /dev "$1/dev" && mount --make-rslave "$1/dev"
        mount --bind /etc/resolv.conf "$1/etc/resolv.conf" 2>/dev/null || true
        exec chroot "$1" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 \
            bash /tmp/installed.sh' bash "$(realpath "$fresh")" || status=$?
    ((status == 0)) || die "the package does not work in a fresh Debian."
    say "the package installs, works, serves and goes; the library stays."
}
