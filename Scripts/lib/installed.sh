#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs inside a fresh Debian as root: installs /tmp/limn.deb, uses it as somebody who has just read the manual, and removes it.
set -euo pipefail
step() { printf '\n-- %s\n' "$*"; }
fail() {
    printf 'installed.sh: %s\n' "$*" >&2
    exit 1
}

step "Installing"
find / -xdev -type f -not -path '/proc/*' -not -path '/tmp/*' -not -path '/var/*' | LC_ALL=C sort >/tmp/before
apt-get update --quiet=2
apt-get install --quiet=2 --yes --no-install-recommends /tmp/limn.deb >/tmp/log 2>&1 || { tail -20 /tmp/log; fail "apt refuses."; }
! id ada >/dev/null 2>&1 || userdel --remove ada 2>/dev/null
useradd --create-home ada

# as_ada COMMAND: runs as a person without rights.
as_ada() { runuser -u ada -- env -C /home/ada HOME=/home/ada bash -euo pipefail -c "$1"; }

step "limn doctor"
as_ada 'limn doctor'

step "The demo's commands"
as_ada '
# A warning, such as that of a font cache that cannot be written, is no failure.
limn() { command limn "$@" || [[ $? == 3 ]]; }
examples=/usr/share/doc/limn/examples
for name in character-sheet map-landscape; do
    limn render $examples/$name.pdf -o demo --dpi 72 --ink $examples/$name.xopp
    limn flatten $examples/$name.pdf $examples/$name.xopp -o demo/$name.pdf
    limn thumbnail demo/$name.pdf -o demo/$name.png
done
limn form fill $examples/character-sheet.pdf $examples/party.csv -o "demo/party/{@row:02}.pdf"
limn template import $examples/character-sheet.pdf --name sheet
limn character create "Maren Ashwick" --template sheet
limn character draw maren $examples/character-sheet.xopp
limn export maren -o demo/maren.pdf
limn library check
test "$(find demo -name "*.pdf" | wc -l)" = 15'

step "Completions, manual pages"
for file in /usr/share/bash-completion/completions/limn /usr/share/zsh/vendor-completions/_limn \
    /usr/share/fish/vendor_completions.d/limn.fish /usr/share/limn/studio/index.html; do
    [[ -s $file ]] || fail "$file is missing."
done
bash -n /usr/share/bash-completion/completions/limn

step "Serving"
limn-server --config /etc/limn/limn.toml --library /var/lib/limn --check-config >/dev/null
as_ada '
limn serve --port 8420 >server.txt 2>&1 &
server=$!
for try in $(seq 100); do grep -q http server.txt && break; sleep 0.1; done
exec 3<>/dev/tcp/127.0.0.1/8420
printf "GET / HTTP/1.1\r\nHost: 127.0.0.1:8420\r\nConnection: close\r\n\r\n" >&3
cat <&3 >answer.txt
grep -q "^HTTP/1.1 200" answer.txt
grep -q Limn answer.txt
limn access add Ada --role viewer --character maren | grep -q http
kill $server
wait $server'

step "Removing"
apt-get purge --quiet=2 --yes limn >/tmp/log 2>&1 || { tail -20 /tmp/log; fail "apt cannot remove it."; }
left=$(find / -xdev -iname '*limn*' -not -path '/proc/*' -not -path '/tmp/*' -not -path '/home/*' \
    -not -path '/var/cache/apt/*' -not -path '/var/log/*' -not -path '/sys/*')
[[ -z $left ]] || fail "these are left: $left"
[[ -s /home/ada/.local/share/limn/library.sqlite ]] || fail "the library is gone."
printf '\nThe library of ada is still there, and nothing else.\n'
