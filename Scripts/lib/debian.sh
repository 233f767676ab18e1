# SPDX-License-Identifier: GPL-3.0-or-later
# Fetches the PDFs of Debian's packages through apt, with lists of its own: the system's configuration stays as it is,
# and apt checks what it fetches against the signed index.
# shellcheck shell=bash

# debian_apt FOLDER ARGUMENT…: runs apt-get with its lists in FOLDER.
debian_apt() {
    local lists=$1
    shift
    apt-get --quiet=2 -o Acquire::Retries=3 -o "Dir::Etc::sourcelist=$lists/sources.list" \
        -o Dir::Etc::sourceparts=/dev/null -o "Dir::State::lists=$lists" -o "Dir::Cache=$lists" \
        -o APT::Sandbox::User= -o APT::Get::List-Cleanup=0 -o Acquire::Languages=none "$@" </dev/null
}

# from_debian FOLDER KIND/NAME…: puts the PDFs of each into FOLDER/NAME; KIND is source or package.
from_debian() {
    command -v apt-get >/dev/null || die "this is not a Debian system; these cannot be fetched: ${*:2}"
    local target=$1 lists=$1/.apt pin name
    shift
    mkdir -p "$lists/partial" "$lists/archives/partial"
    printf '%s http://deb.debian.org/debian bookworm main\n' deb-src deb >"$lists/sources.list"
    debian_apt "$lists" update || die "Debian's index could not be fetched."
    for pin in "$@"; do
        name=${pin#*/}
        mkdir -p "$target/$name" "$target/$name.apt"
        (
            cd "$target/$name.apt"
            case $pin in
            source/*) debian_apt "$lists" source --download-only --only-source "$name" >/dev/null ;;
            package/*) debian_apt "$lists" download "$name" >/dev/null ;;
            esac
        ) || die "apt-get could not fetch $name."
        unpack_debian "$target/$name" "$target/$name.apt"/*
        rm -rf "$target/$name.apt"
    done
    rm -rf "$lists"
}

# Writes the PDFs only, under their own folders, less a source archive's top one.
unpack_debian() {
    local target=$1 file
    shift
    for file in "$@"; do
        case $file in
        *.orig.tar.[gx]z)
            tar --extract --file "$file" --directory "$target" --strip-components 1 --no-same-owner \
                --wildcards --no-anchored '*.pdf' ;;
        *.deb)
            dpkg-deb --fsys-tarfile "$file" |
                tar --extract --directory "$target" --no-same-owner --wildcards --no-anchored '*.pdf' ;;
        esac
    done
    find "$target" -type l -delete
}
