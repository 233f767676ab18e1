# SPDX-License-Identifier: GPL-3.0-or-later
# What installed.sh and unpacked.sh share: they run inside a fresh system as root, and act as a person without rights.
# shellcheck shell=bash
set -euo pipefail

step() { printf '\n-- %s\n' "$*"; }
fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# get PACKAGE…: installs packages without what they only recommend.
get() {
    apt-get install --quiet=2 --yes --no-install-recommends "$@" >/tmp/log 2>&1 || { tail -20 /tmp/log; fail "apt refuses."; }
}

# make_ada: a person who has nothing yet.
make_ada() {
    ! id ada >/dev/null 2>&1 || userdel --remove ada 2>/dev/null
    useradd --create-home --shell /bin/bash ada
}

# as_ada COMMAND: runs as that person.
as_ada() { runuser -u ada -- env -C /home/ada HOME=/home/ada PATH="$PATH" bash -euo pipefail -c "$1"; }

# try_tutorials EXAMPLES: does as the manual's tutorials say, by their text alone. Only where the samples lie may differ.
try_tutorials() {
    local page
    for page in RolePlayer NoteTaker Operator; do
        sed -i "s|^samples=/usr/share/doc/limn/examples$|samples=$1|" "/tmp/$page.sh"
        as_ada "mkdir $page && cd $page && bash /tmp/$page.sh" || fail "the tutorial $page does not do what it shows."
    done
}

# try_demo EXAMPLES: does what the project's demo does.
try_demo() {
    as_ada "examples=$1"'
limn() { command limn "$@" || [[ $? == 3 ]]; }
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
}

# try_serving: starts the server, asks it for the studio, and ends it.
try_serving() {
    as_ada '
limn serve --port 8421 >server.txt 2>&1 &
server=$!
for try in $(seq 100); do grep -q http server.txt && break; sleep 0.1; done
exec 3<>/dev/tcp/127.0.0.1/8421
printf "GET / HTTP/1.1\r\nHost: 127.0.0.1:8421\r\nConnection: close\r\n\r\n" >&3
cat <&3 >answer.txt
grep -q "^HTTP/1.1 200" answer.txt
grep -q Limn answer.txt
limn access add Ada --role viewer --character maren | grep -q http
kill $server
wait $server'
}
