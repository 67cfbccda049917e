#!/usr/bin/env bash
# Builds a Debian package with both programs, as packaging/install.sh installs them in /usr.
#
#   bash packaging/deb.sh [--programs DIR] [--site DIR] [--out DIR]
#
# --programs  a folder with laplace and laplace-arena; if not given, both are built, and the site
# --site      a folder that site/build.sh has written, for the server
# --out       where the package goes, target/debian if not given
#
# DEBFULLNAME and DEBEMAIL name the maintainer: set them for a package that others install. Two builds of one commit make the same package.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
programs=()
out=${CARGO_TARGET_DIR:-$root/target}/debian
while [ $# -gt 0 ]; do
    case $1 in
        # From the folder that this was started in: the rest runs in the root of the repository.
        --programs) programs+=(--programs "$(realpath -- "${2:?--programs: expected a folder}")"); shift 2 ;;
        --site) programs+=(--site "$(realpath -- "${2:?--site: expected a folder}")"); shift 2 ;;
        --out) out=$(realpath -m -- "${2:?--out: expected a folder}"); shift 2 ;;
        -h | --help) sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit ;;
        *) echo "deb.sh: found \`$1\`, expected --programs DIR, --site DIR or --out DIR" >&2; exit 2 ;;
    esac
done

cd "$root"
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
architecture=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
maintainer="${DEBFULLNAME:-Laplace developers} <${DEBEMAIL:-laplace@localhost.localdomain}>"
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"

bash packaging/install.sh "${programs[@]}" --prefix /usr --destdir "$stage" >/dev/null
doc=$stage/usr/share/doc/laplace
# dpkg has its own list of files; Debian has its own places for these.
rm "$stage/usr/share/laplace/installed-files"
rmdir --ignore-fail-on-non-empty "$stage/usr/share/laplace"
mkdir -p "$stage/usr/share/zsh/vendor-completions" "$stage/lib"
mv "$stage"/usr/share/zsh/site-functions/* "$stage/usr/share/zsh/vendor-completions/"
rmdir "$stage/usr/share/zsh/site-functions"
mv "$stage/usr/lib/systemd" "$stage/lib/systemd"
rmdir "$stage/usr/lib"
strip --strip-unneeded --remove-section=.comment --remove-section=.note "$stage"/usr/bin/*

rm "$doc/LICENSE-APACHE" "$doc/LICENSE-MIT"
{
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: laplace\n\n'
    printf 'Files: *\nCopyright: %s\nLicense: MIT or Apache-2.0\n\n' "$(sed -n 's/^Copyright (c) //p' LICENSE-MIT)"
    printf 'License: MIT or Apache-2.0\n'
    sed -e 's/^$/./' -e 's/^/ /' LICENSE-MIT
    printf ' .\n On Debian systems, the Apache License 2.0 is in /usr/share/common-licenses/Apache-2.0.\n .\n'
    printf ' The licences of the crates that are linked into the programs are in third-party-licences.txt.gz beside\n this file.\n'
} >"$doc/copyright"
gzip -9n "$doc/third-party-licences.txt"
{
    printf 'laplace (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.gz.\n\n' "$version"
    printf ' -- %s  %s\n' "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n >"$doc/changelog.gz"
gzip -9n "$doc/CHANGELOG.md"

mkdir "$stage/DEBIAN"
# What the programs are linked with, by name and version, from the symbols that they use.
mkdir "$stage/debian"
printf 'Source: laplace\n\nPackage: laplace\nArchitecture: any\n' >"$stage/debian/control"
depends=$(cd "$stage" && dpkg-shlibdeps -O usr/bin/* 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
rm -r "$stage/debian"
cat >"$stage/DEBIAN/control" <<CONTROL
Package: laplace
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Section: misc
Priority: optional
Installed-Size: $(du -sk --exclude=DEBIAN "$stage" | cut -f1)
Depends: ${depends:-libc6}
Suggests: bubblewrap
Description: plays, judges and shows Tetris contests and Blobwar
 Three games in which nothing is hidden: Tetris on 24 x 12 with all pieces known
 in advance, from a French programming contest; Tetris on 20 x 10 where
 components fall, from a Bulgarian olympiad; and Blobwar with its sibling Ataxx.
 .
 The program laplace plays, judges and shows them. laplace-arena is a correction
 server for contests; its service is not started by default: systemctl enable
 --now laplace-arena.
CONTROL
for action in postinst postrm; do
    cat >"$stage/DEBIAN/$action" <<'SCRIPT'
#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
    systemctl --system daemon-reload >/dev/null || true
fi
SCRIPT
done
cat >"$stage/DEBIAN/prerm" <<'SCRIPT'
#!/bin/sh
set -e
if [ -d /run/systemd/system ] && [ "$1" = remove ]; then
    deb-systemd-invoke stop laplace-arena.service >/dev/null || true
fi
SCRIPT
chmod 755 "$stage"/DEBIAN/p*
(cd "$stage" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
# Folders and files as they would be on any machine, whatever the umask here.
find "$stage" -type d -exec chmod 755 {} +

mkdir -p "$out"
package=$out/laplace_${version}_$architecture.deb
dpkg-deb --root-owner-group ${LAPLACE_DEB_COMPRESSION:+-Z$LAPLACE_DEB_COMPRESSION} --build "$stage" "$package" >/dev/null
echo "$package"
