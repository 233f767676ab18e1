# SPDX-License-Identifier: GPL-3.0-or-later
# Tries what people install in fresh systems: the package in a Debian 12, the archive in others.
# shellcheck shell=bash disable=SC2154

# make_root SUITE FOLDER: makes the system in the folder where there is none. debootstrap checks the signatures of its archive.
make_root() {
    local suite=$1 fresh=$2 keys=/usr/share/keyrings/ubuntu-archive-keyring.gpg
    [[ ! -x $fresh/usr/bin/apt-get ]] || return 0
    local options=(--variant=minbase) mirror=()
    if [[ $suite == noble ]]; then
        [[ -s $keys ]] || die "Ubuntu's archive cannot be checked without its keys in $keys; give a folder with a root made already."
        # Debian's debootstrap does not know this name; the system is made as the one before it, from the same archive.
        options+=("--keyring=$keys" --components=main,universe)
        mirror=("" jammy)
    fi
    mkdir -p "$(dirname "$fresh")"
    debootstrap "${options[@]}" "$suite" "$fresh" "${mirror[@]}" >"$fresh.log" 2>&1 ||
        die "debootstrap made no $suite in $fresh: $(tail -1 "$fresh.log")"
    rm -f "$fresh.log"
}

# in_root FOLDER COMMAND…: runs a command in a root, with processes and mounts of its own: whatever it leaves behind ends with it.
in_root() {
    unshare --mount --pid --fork --uts bash -c '
        mount --bind "$1" "$1"
        mount -t proc proc "$1/proc"
        mount --rbind /dev "$1/dev" && mount --make-rslave "$1/dev"
        mount --bind /etc/resolv.conf "$1/etc/resolv.conf" 2>/dev/null || true
        exec chroot "$1" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 \
            "${@:2}"' bash "$(realpath "$1")" "${@:2}"
}

# enter_root FOLDER SCRIPT: runs a script of Scripts/lib in a root, with what it shares with others and the tutorials.
enter_root() {
    local fresh=$1 script=$2 page
    install -m 755 "Scripts/lib/$script" Scripts/lib/{tried,desktop}.sh "$fresh/tmp/"
    for page in RolePlayer NoteTaker Operator; do
        python3 -m manual.tutorial "Documentation/Manual.docc/$page.md" >"$fresh/tmp/$page.sh"
    done
    cp -a /etc/apt/apt.conf.d/*proxy* "$fresh/etc/apt/apt.conf.d/" 2>/dev/null || true
    in_root "$fresh" bash "/tmp/$script"
}

# try_package FOLDER: installs $package in a fresh Debian 12.
try_package() {
    make_root bookworm "$1"
    install -m 644 "$package" "$1/tmp/limn.deb"
    enter_root "$1" installed.sh || die "the package does not work in a fresh Debian 12."
    say "the package installs, works, serves and goes; the library stays."
    try_unit "$1"
}

# try_unit FOLDER: boots the system with the package, where systemd-nspawn can, and has systemd start the service.
try_unit() {
    local fresh=$1 units=$1/etc/systemd/system
    if ! command -v systemd-nspawn >/dev/null; then
        say "the unit was not started: systemd-nspawn (Debian's systemd-container) is missing."
        return
    fi
    in_root "$fresh" apt-get install --quiet=2 --yes --no-install-recommends systemd systemd-sysv curl /tmp/limn.deb >"$fresh/tmp/log" 2>&1 ||
        { tail -5 "$fresh/tmp/log"; die "systemd cannot be installed beside the package."; }
    install -m 755 Scripts/lib/booted.sh "$fresh/root/booted.sh"
    printf '[Service]\nType=oneshot\nExecStart=/root/booted.sh\n' >"$units/booted.service"
    ln -sf ../booted.service "$units/multi-user.target.wants/booted.service"
    rm -f "$fresh/root/booted.status"
    # nspawn's own filter refuses Landlock, which a machine that boots by itself has.
    timeout 120 systemd-nspawn --quiet --directory="$(realpath "$fresh")" --boot --register=no --keep-unit --console=pipe \
        --system-call-filter="landlock_create_ruleset landlock_add_rule landlock_restrict_self" </dev/null >"$fresh.boot" 2>&1 || true
    rm -f "$units"/{booted.service,multi-user.target.wants/booted.service} "$fresh.boot"
    [[ $(cat "$fresh/root/booted.status" 2>/dev/null) == 0 ]] || { cat "$fresh/root/booted.log"; die "the unit does not serve."; }
    in_root "$fresh" apt-get purge --quiet=2 --yes limn >/dev/null 2>&1
    [[ -s $fresh/var/lib/limn/library.sqlite ]] || die "the service's library is gone with the package."
    rm -r "$fresh/var/lib/limn"
    say "the service starts under its unit, and when somebody connects to its socket."
}

# try_archive SUITE FOLDER: unpacks $archive in a fresh system that is not the one it was built on.
try_archive() {
    local suite=$1 fresh=$2
    make_root "$suite" "$fresh"
    install -m 644 "$archive" "$fresh/tmp/limn.tar.xz"
    enter_root "$fresh" unpacked.sh || die "the archive does not work in a fresh $suite."
    say "the archive works in a fresh $suite."
}

# try_wheel SUITE FOLDER: installs $wheel in a fresh system that has Python and nothing else.
try_wheel() {
    local suite=$1 fresh=$2 given=$2/tmp/wheel version
    make_root "$suite" "$fresh"
    cp -a /etc/apt/apt.conf.d/*proxy* "$fresh/etc/apt/apt.conf.d/" 2>/dev/null || true
    in_root "$fresh" bash -c 'apt-get update --quiet=2 && apt-get install --quiet=2 --yes --no-install-recommends python3 python3-venv' \
        >"$fresh.log" 2>&1 || { tail -5 "$fresh.log"; die "Python cannot be installed in $suite."; }
    rm -rf "$fresh.log" "$given"
    mkdir "$given"
    # What the notebook uses beside the package, for the root's Python.
    version=$(in_root "$fresh" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    python3 -m pip download --quiet --disable-pip-version-check --dest "$given" --only-binary :all: --python-version "$version" numpy pillow ||
        die "there are no NumPy and Pillow for Python $version."
    cp "$wheel" Samples/{character-sheet,map-landscape}.pdf Samples/character-sheet.xopp Packaging/python/tests/notebook.py \
        Documentation/examples/python.ipynb "$given/"
    chmod -R go+rX "$given"
    install -m 755 Scripts/lib/{wheel-installed,tried}.sh "$fresh/tmp/"
    in_root "$fresh" bash /tmp/wheel-installed.sh || die "the wheel does not work in a fresh $suite."
    say "the wheel works in a fresh $suite."
}
