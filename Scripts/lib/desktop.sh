# SPDX-License-Identifier: GPL-3.0-or-later
# Checks inside a fresh Debian that a desktop knows Limn's files: their types, their programs and their thumbnails.
# shellcheck shell=bash disable=SC2154

# A desktop has these.
get desktop-file-utils shared-mime-info libglib2.0-bin bubblewrap

desktop-file-validate /usr/share/applications/limn*.desktop || fail "the desktop entries are wrong."
update-mime-database /usr/share/mime
update-desktop-database /usr/share/applications
as_ada 'mkdir desktop && limn library pack maren desktop/maren.limnpkg --audience gm'
cp "$examples/character-sheet.pdf" "$examples/map-landscape.xopp" "$examples/map-landscape.pdf" "$examples/maren-ashwick.limn" /home/ada/desktop

# has_type FILE TYPE: what the desktop says of a file.
has_type() {
    local told
    told=$(as_ada "gio info --attributes=standard::content-type desktop/$1")
    [[ $told == *"standard::content-type: $2" ]] || fail "$1 is no $2: $told"
}
has_type maren.limnpkg application/vnd.limn.package
has_type maren-ashwick.limn application/vnd.limn.ink
has_type map-landscape.xopp application/x-xopp
[[ $(gio mime application/vnd.limn.package) == *limn-unpack.desktop* ]] || fail "nothing opens a packed character."

# The line of an entry with a desktop's words for the places.
line_of() { sed -n 's/^Exec=//p' "$1"; }
unpack=$(line_of /usr/share/applications/limn-unpack.desktop)
as_ada "LIMN_LIBRARY=/home/ada/unpacked ${unpack/\%f/desktop/maren.limnpkg}"

# A page of notes on its own paper.
gzip -dc "$examples/map-landscape.xopp" | sed -E 's|<background type="pdf"[^>]*>|<background type="solid" color="#ffffffff" style="plain"/>|' |
    gzip >/home/ada/desktop/notes.xopp
thumbnail=$(line_of /usr/share/thumbnailers/limn.thumbnailer)
as_ada 'mkdir thumbnails'

# drawn FILE: whether a thumbnail is there.
drawn() { [[ $(head -c 8 "/home/ada/thumbnails/$1/drawn" | od -An -tx1) == " 89 50 4e 47 0d 0a 1a 0a" ]] || fail "$1 has no thumbnail."; }

# Desktops draw thumbnails in a sandbox of their own: the system can be read, one file is there, and there is no network. A person
# cannot make one inside a root that was changed to, so root makes it here.
# Ink whose PDF stays outside is drawn on plain paper.
for file in character-sheet.pdf notes.xopp map-landscape.xopp maren-ashwick.limn; do
    command=${thumbnail/\%i/\'/tmp/to draw.${file##*.}\'}
    command=${command/\%o//tmp/out/drawn}
    mkdir -p "/home/ada/thumbnails/$file"
    bwrap --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 \
        --ro-bind /etc/fonts /etc/fonts --ro-bind /etc/ld.so.cache /etc/ld.so.cache --ro-bind /var/cache/fontconfig /var/cache/fontconfig \
        --proc /proc --dev /dev --unshare-ipc --unshare-pid --unshare-net --unshare-uts --die-with-parent --chdir / --tmpfs /tmp \
        --bind "/home/ada/thumbnails/$file" /tmp/out --ro-bind "/home/ada/desktop/$file" "/tmp/to draw.${file##*.}" \
        sh -c "${command/\%s/128}" || fail "$file has no thumbnail."
    drawn "$file"
done
# Where the desktop lets Limn see the PDF as well, the ink is drawn on it.
for file in map-landscape.xopp maren-ashwick.limn; do
    command=${thumbnail/\%i/desktop/$file}
    command=${command/\%o/thumbnails/$file.whole/drawn}
    as_ada "mkdir thumbnails/$file.whole && ${command/\%s/128}" || fail "$file has no thumbnail."
    drawn "$file.whole"
    ! cmp --silent "/home/ada/thumbnails/$file/drawn" "/home/ada/thumbnails/$file.whole/drawn" || fail "$file is drawn without its PDF."
done
echo "Types, programs and thumbnails are right."
