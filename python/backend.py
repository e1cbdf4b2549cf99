"""The build backend of `pip install ./python` (PEP 517, PEP 660), in the standard library alone.

(A maintained one would be no shorter: Debian 12 has meson-python, which wants a second build of the
whole library in Meson's language beside CMake's, and none that drives CMake.)

CMake builds the module in build/release if that is there (and is for this Python), so that nothing
is compiled twice; otherwise in a folder of its own under build/. Another folder is chosen with
`--config-settings=build-dir=DIR`.
"""

import base64
import contextlib
import fcntl
import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
VERSION = re.search(r'kVersion = "([^"]+)"', (ROOT / "include/solvent/version.hpp").read_text())[1]
NAME = f"solvent-{VERSION}"
PYTHON_TAG = f"cp{sys.version_info.major}{sys.version_info.minor}"
PLATFORM = re.sub(r"[-.]", "_", sysconfig.get_platform())
TAG = f"{PYTHON_TAG}-{PYTHON_TAG}-{PLATFORM}"

METADATA = f"""\
Metadata-Version: 2.1
Name: solvent
Version: {VERSION}
Summary: Exact values of two-player games, with proofs
License: MIT
Requires-Python: >=3.9
Description-Content-Type: text/markdown

{(HERE / "README.md").read_text()}"""
WHEEL = f"""\
Wheel-Version: 1.0
Generator: solvent
Root-Is-Purelib: false
Tag: {TAG}
"""


# --- what pip asks for ----------------------------------------------------------------------------


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_editable(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = Path(metadata_directory, f"{NAME}.dist-info")
    folder.mkdir()
    (folder / "METADATA").write_text(METADATA)
    (folder / "WHEEL").write_text(WHEEL)
    return folder.name


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = build(config_settings) / "python" / "solvent"
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    files = {}
    ours = sorted(file.name for file in (HERE / "solvent").glob("*.*"))
    for name in [*ours, "_options.pyi", "_core" + suffix]:
        files[f"solvent/{name}"] = (package / name).read_bytes()
    return write_wheel(wheel_directory, files)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """Points at the build folder: after another build Python sees the new module."""
    path = build(config_settings) / "python"
    return write_wheel(wheel_directory, {"solvent.pth": f"{path}\n".encode()})


def get_requires_for_build_sdist(config_settings=None):
    return []


def build_sdist(sdist_directory, config_settings=None):
    """What it takes to build the module: the library, and the files of the programs it shares."""
    project = (HERE / "pyproject.toml").read_text().replace('["."]', '["python"]')
    files = {"PKG-INFO": METADATA.encode(), "pyproject.toml": project.encode()}
    for name in ["CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md"]:
        files[name] = (ROOT / name).read_bytes()
    for folder in ["apps", "cmake", "data/trees", "include", "python", "src"]:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.is_file() and "__pycache__" not in name:
                files[name] = path.read_bytes()
    name = f"{NAME}.tar.gz"
    # gzip would write down the time and the name otherwise.
    with open(Path(sdist_directory, name), "wb") as raw:
        with gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
            with tarfile.open(mode="w", fileobj=packed, format=tarfile.PAX_FORMAT) as archive:
                for path, data in files.items():
                    made = tarfile.TarInfo(f"{NAME}/{path}")
                    made.size = len(data)
                    archive.addfile(made, io.BytesIO(data))
    return name


# --- how it is made -------------------------------------------------------------------------------


def build(config_settings):
    """Builds the module and returns the build folder."""
    for tool, package in (("cmake", "cmake"), ("ninja", "ninja-build"), ("c++", "g++")):
        if shutil.which(tool) is None:
            raise SystemExit(f"solvent: {tool} is needed: apt-get install {package}")
    python = os.path.realpath(sys.executable)
    folder = Path((config_settings or {}).get("build-dir") or build_folder(python)).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with taking_turns(folder):
        configure = ["cmake", "-S", ROOT, "-B", folder, "-DSOLVENT_PYTHON=ON",
                     f"-DPython_EXECUTABLE={python}"]  # fmt: skip
        if not (folder / "CMakeCache.txt").exists():
            configure += ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DSOLVENT_TESTS=OFF",
                          "-DSOLVENT_BENCH=OFF", "-DSOLVENT_APPS=OFF"]  # fmt: skip
        known = os.path.realpath(cached(folder, "Python_EXECUTABLE") or "")
        if cached(folder, "SOLVENT_PYTHON") != "ON" or known != python:
            subprocess.run(configure, check=True, stdout=sys.stderr)
        make = ["ninja", "-C", folder, "solvent_python"]
        if "JOBS" in os.environ:
            make[1:1] = ["-j", os.environ["JOBS"]]
        subprocess.run(make, check=True, stdout=sys.stderr)
    return folder


def build_folder(python):
    release = ROOT / "build" / "release"
    if (release / "build.ninja").exists():
        known = cached(release, "Python_EXECUTABLE")
        if known is None or os.path.realpath(known) == python:
            return release
    return ROOT / "build" / f"python-{TAG}"


def cached(folder, variable):
    """A variable of CMake's cache, or None."""
    try:
        text = (folder / "CMakeCache.txt").read_text()
    except FileNotFoundError:
        return None
    found = re.search(rf"^{variable}:[A-Z]+=(.*)$", text, re.MULTILINE)
    return found and found[1]


@contextlib.contextmanager
def taking_turns(folder):
    """One build at a time in one folder; ./dev takes the same lock."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def write_wheel(directory, files):
    info = f"{NAME}.dist-info"
    files = {**files, f"{info}/METADATA": METADATA.encode(), f"{info}/WHEEL": WHEEL.encode()}
    record = []
    name = f"{NAME}-{TAG}.whl"
    with zipfile.ZipFile(Path(directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(entry(path), data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{path},sha256={digest},{len(data)}\n")
        record.append(f"{info}/RECORD,,\n")
        wheel.writestr(entry(f"{info}/RECORD"), "".join(record))
    return name


def entry(path):
    """The same bytes for the same contents, whenever they are packed."""
    made = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
    made.external_attr = (0o755 if path.endswith(".so") else 0o644) << 16
    made.compress_type = zipfile.ZIP_DEFLATED
    return made
