#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs Debian packages for commands that are not on PATH. Arguments: COMMAND:PACKAGE ...
set -eu
missing=""
for pair in "$@"; do
    command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair#*:}"
done
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
    echo "these tools are missing, and there is no apt-get to install them:$missing" >&2
    exit 1
fi
sudo=""
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || { echo "install these packages as root:$missing" >&2; exit 1; }
    sudo="sudo"
fi
echo "installing system packages:$missing"
$sudo apt-get update -q
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -q -y --no-install-recommends $missing
