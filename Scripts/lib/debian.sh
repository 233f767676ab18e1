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

# from_debian FOLDER KIND/NAME[@SUITE]…: puts the PDFs of each into FOLDER/NAME[@SUITE]; KIND is source or package.
# Without a suite it is bookworm.
from_debian() {
    command -v apt-get >/dev/null || die "this is not a Debian system; these cannot be fetched: ${*:2}"
    local target=$1 lists pin name suite
    shift
    for pin in "$@"; do
        name=${pin#*/}
        suite=bookworm
        [[ $name != *@* ]] || suite=${name#*@}
        lists=$target/.apt-$suite
        [[ -d $lists ]] || renew_lists "$lists" "$suite"
        mkdir -p "$target/$name" "$target/$name.apt"
        (
            cd "$target/$name.apt"
            case $pin in
            source/*) debian_apt "$lists" source --download-only --only-source "${name%@*}" >/dev/null ;;
            package/*) debian_apt "$lists" download "${name%@*}" >/dev/null ;;
            esac
        ) || die "apt-get could not fetch $name."
        unpack_debian "$target/$name" "$target/$name.apt"/*
        rm -rf "$target/$name.apt"
    done
    rm -rf "$target"/.apt-*
}

# debian_archive: prints the address of Debian's archive, as this machine's own sources name it.
debian_archive() {
    apt-get update --print-uris | sed -nE "s|^'(.*/)dists/([^/]*)/InRelease'.*|\1 \2|p" |
        grep -vE -e '-(security|updates|backports)[^ ]*$' | cut -d ' ' -f 1 | head -n 1
}

# renew_lists FOLDER SUITE: fetches the signed index of a suite.
renew_lists() {
    local archive
    archive=$(debian_archive) || true
    [[ -n $archive ]] || die "apt's sources name no archive of Debian."
    mkdir -p "$1/partial" "$1/archives/partial"
    printf '%s %s %s main\n' deb-src "$archive" "$2" deb "$archive" "$2" >"$1/sources.list"
    debian_apt "$1" update || die "Debian's index of $2 could not be fetched."
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
                tar --extract --directory "$target" --no-same-owner --wildcards --no-anchored '*.pdf*' ;;
        esac
    done
    find "$target" -type l -delete
    # Debian compresses some of its documents.
    find "$target" -name '*.pdf.gz' -exec gunzip --force {} +
    find "$target" -type f ! -name '*.pdf' -delete
}
