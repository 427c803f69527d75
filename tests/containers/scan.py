"""The file system of this container -> exit code 0 if nothing is there that an image should not have, else what it is.

No compiler, no setuid program, nothing that others may write to, no key, no history; an SBOM that names every package.
What is known about the packages' faults is in databases on the network, which this does not ask.
"""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

OTHER = {"proc", "sys", "dev", "tests", "run"}
"""Mounted, not in the image."""
COMPILERS = ("cc", "gcc", "c++", "g++", "clang", "ld", "as", "make", "gfortran", "pip", "pip3")
CODE = (".py", ".pyc", ".so")
"""It may name what a key begins with."""
KEY = re.compile(rb"-----BEGIN [A-Z ]*PRIVATE KEY-----")
SBOM = Path("/usr/share/oddsmith/sbom.cdx.json")
LIBRARIES = Path("/opt/oddsmith/lib/python3.11/site-packages")


def files() -> Iterator[tuple[Path, os.stat_result]]:
    for top in sorted(set(os.listdir("/")) - OTHER):
        for folder, _, names in os.walk(f"/{top}"):
            for path in [Path(folder), *(Path(folder, name) for name in names)]:
                yield path, path.lstat()


def faults_of_file(path: Path, status: os.stat_result) -> Iterator[str]:
    regular = stat.S_ISREG(status.st_mode)
    if regular and status.st_mode & (stat.S_ISUID | stat.S_ISGID):
        yield f"{path} is setuid or setgid"
    sticky = stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX
    if not stat.S_ISLNK(status.st_mode) and status.st_mode & stat.S_IWOTH and not sticky:
        yield f"{path} can be written by everybody"
    if path.is_relative_to("/opt") and status.st_uid:
        yield f"{path} belongs to the user who runs it"
    if path.name in (".bash_history", ".netrc", ".pypirc", "pip.conf") or path.name.startswith("ssh_host_"):
        yield f"{path} should not be here"
    if (
        regular
        and status.st_size < 100_000
        and path.suffix not in (".py", ".pyc", ".so")
        and KEY.search(path.read_bytes())
    ):
        yield f"{path} holds a private key"


def faults_of_sbom() -> Iterator[str]:
    document = json.loads(SBOM.read_text(encoding="utf-8"))
    named = {component.get("purl", "").partition("?")[0] for component in document["components"]}
    listed = subprocess.run(["dpkg-query", "-W", "-f", "${Package}\n"], check=True, capture_output=True, text=True)
    debian = {url.removeprefix("pkg:deb/debian/").partition("@")[0] for url in named if url.startswith("pkg:deb/")}
    yield from (f"the SBOM lacks {name}" for name in sorted(set(listed.stdout.split()) - debian))
    python = {url.removeprefix("pkg:pypi/").partition("@")[0] for url in named if url.startswith("pkg:pypi/")}
    installed = {path.name.partition("-")[0].lower().replace("_", "-") for path in LIBRARIES.glob("*.dist-info")}
    known = python | {component["name"].lower().replace("_", "-") for component in document["components"]}
    yield from (f"the SBOM lacks {name}" for name in sorted(installed - known))
    print(f"scan: the SBOM names {len(debian)} packages of Debian and {len(python)} of PyPI")


def missing_libraries() -> Iterator[str]:
    for path in [*LIBRARIES.glob("petsc/lib/*.so.*"), *LIBRARIES.glob("petsc4py/lib/*.so")]:
        shown = subprocess.run(["ldd", path], check=True, capture_output=True, text=True).stdout
        yield from (f"{path}: {line.strip()}" for line in shown.splitlines() if "not found" in line)


seen = list(files())
faults = [fault for path, status in seen for fault in faults_of_file(path, status)]
faults += [f"there is a compiler: {found}" for name in COMPILERS if (found := shutil.which(name))]
faults += [*faults_of_sbom(), *missing_libraries()]
print(f"scan: {len(seen):,} files, {len(faults)} faults")
if faults:
    sys.exit("\n".join(faults))
