# SPDX-License-Identifier: GPL-3.0-or-later
"""sbom.py ARTIFACT PROGRAM… [--data FILE…]: prints what an artifact is made of, as a CycloneDX 1.6 document.

Components are Swift packages of which an object was linked, by the lists of objects beside the programs' build and the versions in
Package.resolved; Swift's own libraries; and the Debian packages that own the shared libraries which the programs load, and the
files of data that were copied. Nothing comes from a list that somebody keeps.
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C"}).stdout


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def linked_packages(program: Path) -> set[str]:
    """The identities of the Swift packages whose objects are in a program."""
    build = program.resolve().parent
    objects = build / f"{program.name}.product/Objects.LinkFileList"
    if not objects.is_file():
        sys.exit(f"{objects} is missing: a program's components are those that its linker was given.")
    modules = set(re.findall(r"/([^/\s]+)\.build/", objects.read_text()))
    packages = set()
    for checkout in sorted((build.parents[1] / "checkouts").iterdir()):
        sources = {folder.name for base in ("Sources", "GRDB", ".") if (checkout / base).is_dir()
                   for folder in (checkout / base).iterdir() if folder.is_dir()}
        if modules & sources:
            packages.add(checkout.name.lower().removesuffix(".git"))
    return packages


def swift_components(programs: list[Path]) -> list[dict]:
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    linked = set().union(*(linked_packages(program) for program in programs))
    components = []
    for pin in pins:
        location, version = pin["location"].removesuffix(".git"), pin["state"].get("version", pin["state"]["revision"])
        names = {pin["identity"].lower(), location.rsplit("/", 1)[-1].lower()}
        if names & linked:
            place = location.split("://", 1)[-1]
            components.append({
                "type": "library", "name": pin["identity"], "version": version, "purl": f"pkg:swift/{place}@{version}",
                "externalReferences": [{"type": "vcs", "url": location, "comment": f"revision {pin['state']['revision']}"}]})
    version = re.search(r"Swift version ([\d.]+)", run("swift", "--version")).group(1)
    components.append({"type": "library", "name": "swift", "version": version, "purl": f"pkg:swift/github.com/swiftlang/swift@{version}",
                       "description": "The standard library, Foundation and the compiler"})
    return components


def debian_components(programs: list[Path], data: list[str]) -> list[dict]:
    libraries = set(data)
    for program in programs:
        libraries |= {os.path.realpath(path) for path in re.findall(r"=> (/\S+)", run("ldd", str(program)))}
    owners: dict[str, list[str]] = {}
    for library in sorted(libraries):
        found = subprocess.run(["dpkg", "-S", library], capture_output=True, text=True).stdout
        if not found and library.startswith("/usr/"):
            found = subprocess.run(["dpkg", "-S", library.removeprefix("/usr")], capture_output=True, text=True).stdout
        if found:
            owners.setdefault(found.split(": ")[0], []).append(library)
    release = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    distribution = f"{release['ID']}-{release.get('VERSION_ID', '').strip(chr(34))}"
    components = []
    for owner, files in sorted(owners.items()):
        name, _, architecture = owner.partition(":")
        version, architecture = run("dpkg-query", "--show", "--showformat=${Version} ${Architecture}", owner).split()
        components.append({
            "type": "library", "name": name, "version": version,
            "purl": f"pkg:deb/{release['ID']}/{name}@{version.replace('+', '%2B')}?arch={architecture}&distro={distribution}",
            "properties": [{"name": "limn:file", "value": file} for file in files]})
    return components


def main() -> None:
    arguments, data = sys.argv[1:], []
    if "--data" in arguments:
        arguments, data = arguments[:arguments.index("--data")], arguments[arguments.index("--data") + 1:]
    artifact, *programs = (Path(path) for path in arguments)
    version = run(str(next(one for one in programs if one.name == "limn")), "--version").strip()
    components = swift_components(programs) + debian_components(programs, data)
    for one in components:
        one["bom-ref"] = one["purl"]
    content = digest(artifact)
    document = {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        # Equal artifacts have equal documents.
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, content)}",
        "metadata": {
            "timestamp": run("date", "-u", "-d", f"@{os.environ['SOURCE_DATE_EPOCH']}", "+%Y-%m-%dT%H:%M:%SZ").strip(),
            "component": {"type": "application", "bom-ref": "limn", "name": "limn", "version": version,
                          "licenses": [{"license": {"id": "GPL-3.0-or-later"}}],
                          "hashes": [{"alg": "SHA-256", "content": content}],
                          "properties": [{"name": "limn:artifact", "value": artifact.name}]}},
        "components": components,
        "dependencies": [{"ref": "limn", "dependsOn": [one["bom-ref"] for one in components]}],
    }
    print(json.dumps(document, indent=2, sort_keys=True))


if __name__ == "__main__":
    main()
