#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs inside a fresh Debian as root: installs /tmp/limn.deb, uses it as somebody who has just read the manual, and removes it.
source /tmp/tried.sh
size() { du --one-file-system --summarize --block-size=1M --exclude=/proc --exclude=/var --exclude=/tmp / | cut -f 1; }
examples=/usr/share/doc/limn/examples

step "Installing"
[[ ! -e /usr/bin/limn ]] || fail "the root is not fresh: it has limn."
apt-get update --quiet=2
before=$(size)
# As a person types it, with what the package recommends: fonts for more scripts, and what makes the service's user.
apt-get install --quiet=2 --yes /tmp/limn.deb >/tmp/log 2>&1 || { tail -20 /tmp/log; fail "apt refuses."; }
echo "The package, and what it depends on and recommends, take $(($(size) - before)) MiB."
make_ada

step "limn doctor"
as_ada 'limn doctor'

step "The tutorials of the manual"
get curl
try_tutorials "$examples"

step "The demo's commands"
try_demo "$examples"

step "Completions, manual pages"
for file in /usr/share/bash-completion/completions/limn /usr/share/zsh/vendor-completions/_limn \
    /usr/share/fish/vendor_completions.d/limn.fish /usr/share/limn/studio/index.html; do
    [[ -s $file ]] || fail "$file is missing."
done
bash -n /usr/share/bash-completion/completions/limn

step "Files on a desktop"
source /tmp/desktop.sh

step "Serving"
limn-server --config /etc/limn/limn.toml --library /var/lib/limn --check-config >/dev/null
try_serving

step "Removing"
apt-get purge --quiet=2 --yes limn >/tmp/log 2>&1 || { tail -20 /tmp/log; fail "apt cannot remove it."; }
left=$(find / -xdev -iname '*limn*' -not -path '/proc/*' -not -path '/tmp/*' -not -path '/home/*' \
    -not -path '/var/cache/apt/*' -not -path '/var/log/*' -not -path '/sys/*')
[[ -z $left ]] || fail "these are left: $left"
[[ -s /home/ada/.local/share/limn/library.sqlite ]] || fail "the library is gone."
printf '\nThe library of ada is still there, and nothing else.\n'
