#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs inside a booted Debian with the package: starts the service under its unit, uses it, and starts it by its socket.
set -euo pipefail
exec >/root/booted.log 2>&1
trap 'echo $? >/root/booted.status; systemctl poweroff --no-block' EXIT
api=http://127.0.0.1:8420/api/v1
examples=/usr/share/doc/limn/examples

systemctl start limn.service
systemctl is-active limn.service
# The first answer may come before the first worker is there.
for _ in $(seq 50); do ! curl -sf http://127.0.0.1:8420/readyz || break; sleep 0.2; done
curl -s --fail-with-body http://127.0.0.1:8420/readyz
runuser -u limn -- limn access add Ada --role owner --library /var/lib/limn --json >/root/ada.json
code=$(sed -E 's/.*"code":"([^"]+)".*/\1/' /root/ada.json)
# A worker reads the sheet, under the rules of the unit.
curl -sf -H "Authorization: Bearer $code" -H 'Content-Type: application/pdf' --data-binary "@$examples/character-sheet.pdf" \
    "$api/templates?name=Sheet" | grep -o '"name":"Sheet"'
[[ $(stat -c '%U %a' /var/lib/limn) == "limn 700" ]]
systemctl stop limn.service

systemctl start limn.socket
! systemctl is-active limn.service
curl -sf -H "Authorization: Bearer $code" "$api/templates" | grep -o '"name":"Sheet"'
systemctl is-active limn.service
systemctl stop limn.socket limn.service
echo "The unit and its socket serve."
