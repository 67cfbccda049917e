#!/usr/bin/env python3
"""Prints the licences of every crate that is linked into laplace and laplace-arena.

    python3 packaging/licences.py > third-party-licences.txt

Reads `cargo metadata` and the sources of the crates, which cargo has downloaded. A crate without a licence file of
its own gets the standard text of its licence with the authors that it names. Ends with an error if a crate has no
licence at all or one whose text is not here.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ["laplace", "laplace-arena"]
NAMES = re.compile(r"(licen[cs]e|copying|notice|unlicense|copyright)", re.IGNORECASE)


def metadata():
    host = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout
    host = re.search(r"^host: (.*)$", host, re.MULTILINE).group(1)
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host]
    return json.loads(subprocess.run(command, check=True, capture_output=True, cwd=ROOT).stdout)


def linked(data):
    """The packages that end up in the programs: normal dependencies, without procedural macros and what they need."""
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    ours = set(data["workspace_members"])
    todo = [id for id, package in packages.items() if id in ours and package["name"] in PROGRAMS]
    seen = set()
    while todo:
        id = todo.pop()
        is_macro = any("proc-macro" in target["kind"] for target in packages[id]["targets"])
        if id in seen or is_macro:
            continue
        seen.add(id)
        for dependency in nodes[id]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                todo.append(dependency["pkg"])
    return sorted((packages[id] for id in seen - ours), key=lambda package: (package["name"], package["version"]))


def standard_texts(package):
    """The texts of a licence expression, for a crate that ships none."""
    texts = []
    expression = package["license"] or ""
    if "MIT" in expression:
        authors = ", ".join(re.sub(r"\s*<[^>]*>", "", author) for author in package["authors"])
        mit = (ROOT / "LICENSE-MIT").read_text()
        holder = authors or f"the authors of {package['name']}"
        texts.append(("MIT", re.sub(r"^Copyright .*$", f"Copyright (c) {holder}", mit, flags=re.MULTILINE)))
    elif "Apache-2.0" in expression:
        texts.append(("Apache-2.0", (ROOT / "LICENSE-APACHE").read_text()))
    return texts


def texts_of(package):
    folder = pathlib.Path(package["manifest_path"]).parent
    files = [path for path in sorted(folder.iterdir()) if path.is_file() and NAMES.search(path.name)]
    files = [path for path in files if path.suffix not in (".rs", ".py", ".js", ".html")]
    if package["license_file"]:
        files.append(folder / package["license_file"])
    texts = [(path.name, path.read_text(encoding="utf-8", errors="replace")) for path in dict.fromkeys(files)]
    return texts or standard_texts(package)


def main():
    packages = linked(metadata())
    # Texts that differ in blanks only are the same.
    texts = {}
    missing = []
    out = ["Laplace is linked with the crates below. Each line has a crate, its version, its licence and the numbers of",
           "the texts that follow.", ""]
    for package in packages:
        name = f"{package['name']} {package['version']}"
        found = []
        for _, text in texts_of(package):
            number, _ = texts.setdefault(" ".join(text.split()), (len(texts) + 1, text.strip()))
            found.append(number)
        if not found or not (package["license"] or package["license_file"]):
            missing.append(name)
        out.append(f"{name}: {package['license'] or package['license_file']}: {', '.join(map(str, found))}")
    for number, text in texts.values():
        out += ["", f"---- text {number} " + "-" * 60, "", text]
    if missing:
        sys.exit(f"licences.py: no licence text for: {', '.join(missing)}")
    print("\n".join(out))


main()
