# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by Scripts/cluster/test and report: installs what they need, and sets `limn`, `cluster`, `alone` and PATH.
source "$(dirname "${BASH_SOURCE[0]}")/../../lib/common.sh"
here=$root/Scripts/cluster
cluster=$root/.venv-cluster
alone=$here/lib/alone

# Installs Debian's packages and those of PyPI, and builds limn unless $LIMN names it.
prepare() {
    step "Setting up"
    local packages=(parallel make slurmctld slurmd slurm-client munge iproute2 libseccomp2 poppler-utils) missing=() package
    for package in "${packages[@]}"; do
        [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
    done
    if ((${#missing[@]})); then
        say "apt: installing ${missing[*]}"
        env DEBIAN_FRONTEND=noninteractive apt-get --quiet=2 install --yes --no-install-recommends "${missing[@]}" >/dev/null
    fi
    [[ -x $cluster/bin/python ]] || python3 -m venv "$cluster"
    "$cluster/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$here/requirements.txt"
    "$cluster/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "$here/ray"
    rm -rf "$here"/ray/build "$here"/ray/*.egg-info
    if [[ -n ${LIMN:-} ]]; then limn=$(realpath "$LIMN"); else
        find_swift
        build_limn
    fi
    PATH=$(dirname "$limn"):$cluster/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin
    export PATH
}
