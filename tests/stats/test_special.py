"""Scipy's special functions: loaded without what only others need, which is there all the same."""

import subprocess
import sys

UNNEEDED = ("numpy.f2py.crackfortran", "charset_normalizer", "scipy.stats", "scipy.linalg")


def test_nothing_is_loaded_that_intervals_do_not_need():
    """In a process of its own: this one may have loaded it all."""
    told = f"print({{*{UNNEEDED}}} & sys.modules.keys())"
    code = f"import sys, simlab.stats.special\n{told}\nimport numpy\nprint(numpy.f2py.get_include()[-3:], numpy.f2py.crackfortran.__name__)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert said == ["set()", "src", "numpy.f2py.crackfortran"]
