"""pip install ./python, without a network and without what is built already."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore"}


def pip(*arguments):
    pytest.importorskip("pip")
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-m", "pip", *arguments], env={**environment, **OFFLINE}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return environment


def test_pip_installs_it(tmp_path):
    built_already = f"--config-settings=build-dir={os.environ['SOLVENT_BUILD_DIR']}"
    environment = pip("install", "--target", tmp_path, built_already, PROJECT)
    program = "import solvent; print(solvent.__file__, solvent.game('mnk:3,3,3').start.value())"
    out = subprocess.run(
        [sys.executable, "-c", program], env={**environment, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert out.split() == [str(tmp_path / "solvent" / "__init__.py"), "0"]
    assert (tmp_path / "solvent" / "py.typed").exists()


def test_wheels_are_reproducible(tmp_path):
    sys.path.insert(0, str(PROJECT))
    import backend

    names = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        names.append(folder / backend.write_wheel(folder, {"solvent/x.py": b"1\n"}))
    assert names[0].read_bytes() == names[1].read_bytes()
    with zipfile.ZipFile(names[0]) as wheel:
        assert wheel.testzip() is None
        assert sum(n.endswith(".dist-info/RECORD") for n in wheel.namelist()) == 1
