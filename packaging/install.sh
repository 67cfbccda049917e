#!/usr/bin/env bash
# Installs both programs with manual pages, completions, documentation, licences, the site and the server's systemd unit.
#
#   bash packaging/install.sh [--prefix DIR] [--destdir DIR] [--programs DIR] [--site DIR]
#   bash packaging/install.sh --uninstall [--prefix DIR] [--destdir DIR]
#
# --prefix    where it will run from, /usr/local if not given
# --destdir   a folder to put in front of every path, for packagers
# --programs  a folder with laplace and laplace-arena; if not given, both are built, and the site
# --site      a folder that site/build.sh has written, for the server
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
prefix=/usr/local
destdir=
programs=
site=
uninstall=

usage() {
    sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
}

while [ $# -gt 0 ]; do
    case $1 in
        --prefix | --destdir | --programs | --site)
            [ $# -ge 2 ] || { echo "install.sh: $1: expected a folder" >&2; exit 2; }
            declare "${1#--}=$2"
            shift 2
            ;;
        --uninstall) uninstall=yes; shift ;;
        -h | --help) usage; exit ;;
        *) echo "install.sh: found \`$1\`, expected an option" >&2; usage >&2; exit 2 ;;
    esac
done
case $prefix in
    /*) ;;
    *) echo "install.sh: --prefix $prefix: expected an absolute path" >&2; exit 2 ;;
esac
prefix=${prefix%/}
# Some commands below run in another folder.
case $destdir in
    '' | /*) ;;
    *) destdir=$PWD/$destdir ;;
esac
share=$prefix/share
list=$share/laplace/installed-files

if [ -n "$uninstall" ]; then
    [ -f "$destdir$list" ] || { echo "install.sh: $destdir$list: nothing is installed here" >&2; exit 1; }
    while IFS= read -r file; do
        rm -f -- "$destdir$file"
    done < <(cat "$destdir$list")
    # Our own folders go too; those that other programs use stay, even if they are empty.
    for folder in doc/laplace laplace; do
        find "$destdir$share/$folder" -depth -type d -empty -delete
    done
    echo "removed laplace from $destdir$prefix"
    exit
fi

if [ -z "$programs" ]; then
    (cd "$root" && cargo build --release --locked --package laplace --package laplace-arena)
    programs=${CARGO_TARGET_DIR:-$root/target}/release
    if [ -z "$site" ]; then
        site=${CARGO_TARGET_DIR:-$root/target}/site
        bash "$root/site/build.sh" "$site"
    fi
fi
if [ -n "$site" ] && [ ! -f "$site/module-source.js" ]; then
    echo "install.sh: --site $site: expected a folder that site/build.sh has written" >&2
    exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
installed=()

# put MODE SOURCE TARGET: one file, which --uninstall will find in the list.
put() {
    install -D -m "$1" "$2" "$destdir$3"
    installed+=("$3")
}

for program in laplace laplace-arena; do
    put 755 "$programs/$program" "$prefix/bin/$program"
    "$programs/$program" man "$work/man"
    "$programs/$program" completions bash >"$work/completions"
    put 644 "$work/completions" "$share/bash-completion/completions/$program"
    "$programs/$program" completions zsh >"$work/completions"
    put 644 "$work/completions" "$share/zsh/site-functions/_$program"
    "$programs/$program" completions fish >"$work/completions"
    put 644 "$work/completions" "$share/fish/vendor_completions.d/$program.fish"
done
gzip -9n "$work"/man/*.1
for page in "$work"/man/*.1.gz; do
    put 644 "$page" "$share/man/man1/$(basename "$page")"
done

if [ -n "$site" ]; then
    for file in "$site"/*; do
        put 644 "$file" "$share/laplace/site/$(basename "$file")"
    done
fi

sed "s|/usr/local/bin/|$prefix/bin/|" "$root/packaging/laplace-arena.service" >"$work/laplace-arena.service"
put 644 "$work/laplace-arena.service" "$prefix/lib/systemd/system/laplace-arena.service"

python3 "$root/packaging/licences.py" >"$work/third-party-licences.txt"
put 644 "$work/third-party-licences.txt" "$share/doc/laplace/third-party-licences.txt"
cd "$root"
for file in README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE $(find docs -type f ! -name '*.sh' | sort); do
    put 644 "$file" "$share/doc/laplace/$file"
done

installed+=("$list")
mkdir -p "$destdir$share/laplace"
printf '%s\n' "${installed[@]}" >"$destdir$list"
echo "installed ${#installed[@]} files in $destdir$prefix"
