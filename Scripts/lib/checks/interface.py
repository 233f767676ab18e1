# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the public interface of each library module with its baseline: ROOT BUILD [--update].

BUILD is the folder of the build of the tests. swift-symbolgraph-extract lists the public symbols of a module, and each becomes one
line: `kind path: declaration`. A change is breaking if a line is gone or has changed, or if a known protocol has a new
requirement or a known enumeration a new case. The exit code is 1 if there is such a change, or a public symbol that no
comment describes.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# New ones of these break programs that conform to a protocol or switch over an enumeration.
CLOSED = ("requirement", "case")
# The compiler adds these to types, which ones depends on its version.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}


def modules(root: Path) -> list[str]:
    """The modules of the library products, which have the same names, and those that the product Limn exports again."""
    text = subprocess.run(["swift", "package", "--ignore-lock", "dump-package"], cwd=root, check=True, capture_output=True).stdout
    products = {product["name"] for product in json.loads(text)["products"] if "library" in product["type"]}
    documented = set(re.findall(r"^ +- (Limn\w*)$", (root / ".spi.yml").read_text(), re.MULTILINE))
    if documented != products:
        sys.exit(f"interface: .spi.yml documents other modules than the library products: {sorted(documented ^ products)}.")
    exports = (root / "Sources/LimnEngine/Exports.swift").read_text()
    return sorted(products | set(re.findall(r"^@_exported public import (Limn\w+)", exports, re.MULTILINE)))


def options(root: Path, build: Path) -> list[str]:
    """What the extractor needs to find all modules, those of C libraries among them."""
    maps = list(root.glob("Sources/C*/module.modulemap")) + list(root.glob("Sources/C*/include/module.modulemap"))
    # A target without a map of its own has a generated one.
    maps += [path for path in build.glob("C*.build/module.modulemap")
             if (root / "Sources" / path.parent.name.removesuffix(".build")).is_dir()]
    maps += (build.parent / "checkouts").glob("*/Sources/**/module.modulemap")
    names = re.findall(r'pkgConfig: "([^"]+)"', (root / "Package.swift").read_text())
    flags = subprocess.run(["pkg-config", "--cflags", *names], check=True, capture_output=True, text=True).stdout
    target = json.loads(subprocess.run(["swift", "-print-target-info"], check=True, capture_output=True).stdout)
    clang = flags.split() + [f"-fmodule-map-file={path}" for path in maps]
    return ["-target", target["target"]["triple"], "-I", str(build / "Modules")] + [
        part for flag in clang for part in ("-Xcc", flag)]


def interface(module: str, options: list[str]) -> tuple[list[str], list[str]]:
    """One line for each public symbol and each conformance of a module, sorted; and those symbols that lack a description."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            ["swift-symbolgraph-extract", "-module-name", module, *options, "-minimum-access-level", "public",
             "-skip-synthesized-members", "-output-dir", folder], capture_output=True, text=True)
        graphs = [json.loads(path.read_text()) for path in sorted(Path(folder).glob("*.symbols.json"))]
    if run.returncode != 0 or not graphs:
        sys.exit(f"interface: the interface of {module} cannot be read; is the build up to date?\n{run.stderr}")
    lines, bare = set(), []
    for graph in graphs:
        relations = graph["relationships"]
        requirements = {relation["source"] for relation in relations if relation["kind"] == "requirementOf"}
        paths = {}
        for symbol in graph["symbols"]:
            identifier = symbol["identifier"]["precise"]
            # Code that is offered to tests only promises nothing.
            if symbol.get("spi"):
                continue
            paths[identifier] = path = ".".join(symbol["pathComponents"])
            kind = symbol["kind"]["identifier"].removeprefix("swift.")
            kind = "requirement" if identifier in requirements else "case" if kind == "enum.case" else kind
            declaration = "".join(part["spelling"] for part in symbol["declarationFragments"])
            lines.add(f"{kind} {path}: {' '.join(declaration.split())}")
            if "docComment" not in symbol:
                bare.append(f"{module}.{path}")
        for relation in relations:
            if relation["kind"] == "conformsTo" and relation["source"] in paths:
                protocol = relation.get("targetFallback") or paths.get(relation["target"], relation["target"])
                protocol = protocol.rsplit(".", 1)[-1]
                if protocol not in IMPLIED:
                    lines.add(f"conformance {paths[relation['source']]}: {protocol}")
    return sorted(lines), sorted(bare)


def parent(line: str) -> str:
    """The type that a symbol belongs to."""
    return line.split(" ", 1)[1].split(": ", 1)[0].rsplit(".", 1)[0]


def breaking(old: list[str], new: list[str]) -> list[str]:
    """The changes that can break programs, as `- line` and `+ line`."""
    known = {line.split(" ", 1)[1].split(": ", 1)[0] for line in old}
    added = [line for line in new if line not in set(old)]
    return [f"- {line}" for line in old if line not in set(new)] + [
        f"+ {line}" for line in added if line.split(" ", 1)[0] in CLOSED and parent(line) in known]


def compiler() -> str:
    """The version of the compiler, such as `Swift 6.3`: others may spell declarations in another way."""
    text = subprocess.run(["swift", "--version"], check=True, capture_output=True, text=True).stdout
    found = re.search(r"Swift version (\d+\.\d+)", text)
    return f"Swift {found[1]}" if found else text.strip()


def main() -> int:
    root, build = Path(sys.argv[1]), Path(sys.argv[2])
    folder = root / "Documentation" / "interface"
    update, version = sys.argv[3:] == ["--update"], folder / "compiler"
    if not update and not version.exists():
        sys.exit(f"interface: {version} is missing; Scripts/interface --update writes it.")
    if not update and version.read_text().strip() != compiler():
        print(f"WARNING: the interface is not compared: {version.read_text().strip()} wrote it, and this is {compiler()}.")
        return 1 if os.environ.get("CI") else 0
    names, flags = modules(root), options(root, build)
    with ThreadPoolExecutor(max_workers=2) as threads:
        read = dict(zip(names, threads.map(lambda name: interface(name, flags), names)))
    found = {name: lines for name, (lines, _) in read.items()}
    if update:
        folder.mkdir(parents=True, exist_ok=True)
        version.write_text(f"{compiler()}\n")
        for path in folder.glob("*.txt"):
            path.unlink()
        for name, lines in found.items():
            (folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))
        print(f"interface: {sum(map(len, found.values()))} lines of {len(names)} modules are written.")
        return 0
    broken = additions = 0
    for name in sorted({*names, *(path.stem for path in folder.glob("*.txt"))}):
        path = folder / f"{name}.txt"
        old, new = path.read_text().splitlines() if path.exists() else [], found.get(name, [])
        changes = breaking(old, new)
        additions += len(set(new) - set(old))
        if changes:
            broken += 1
            print(f"The public interface of {name} has changed in a way that can break programs:", *changes, sep="\n")
    if broken:
        print("interface: if that is meant, tell of it in CHANGELOG.md and run Scripts/interface --update.")
        return 1
    bare = [symbol for _, symbols in read.values() for symbol in symbols]
    if bare:
        print("interface: these public symbols lack a comment that describes them:", *bare, sep="\n")
        return 1
    told = f"{additions} lines are new; Scripts/interface --update adds them" if additions else "nothing has changed"
    print(f"interface: no breaking change in {len(names)} modules; {told}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
