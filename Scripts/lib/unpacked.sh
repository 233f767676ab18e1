#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs inside a fresh system as root: unpacks /tmp/limn.tar.xz, and uses it as somebody who has just read its README.
source /tmp/tried.sh

step "Unpacking"
apt-get update --quiet=2
# The README names the first four; xz unpacks the archive, and a tutorial talks to the server with curl.
get fontconfig fonts-urw-base35 fonts-noto-core poppler-data xz-utils curl
make_ada
as_ada 'tar --extract --file /tmp/limn.tar.xz'
PATH=$(echo /home/ada/limn-*/bin):$PATH
examples=$(echo /home/ada/limn-*/share/doc/limn/examples)
[[ -x $(command -v limn) ]] || fail "there is no limn below /home/ada."

step "The cache of fonts"
/home/ada/limn-*/libexec/limn/fc-cache

step "Libraries"
for program in /home/ada/limn-*/bin/* /home/ada/limn-*/libexec/limn/*; do
    missing=$(ldd "$program" | grep 'not found' || true)
    [[ -z $missing ]] || fail "${program##*/} lacks: $missing"
done
echo "Nothing is missing but the C library's files, which the system has."

step "limn doctor"
as_ada 'limn doctor'

step "The tutorials of the manual"
try_tutorials "$examples"

step "The demo's commands"
try_demo "$examples"

step "Serving"
try_serving

step "Moving the folder"
as_ada 'mkdir "another place" && mv limn-* "another place/" && "another place"/limn-*/bin/limn thumbnail demo/maren.pdf -o moved.png'
