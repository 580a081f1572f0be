"""The wheel's packages: the folder `app/` as `handoff`, with what lies beside it as its data; all
else is in pyproject.toml.
"""

from setuptools import find_packages, setup

DATA = ("static", "templates")

setup(
    packages=["handoff", *(f"handoff.{one}" for one in (*find_packages("app"), *DATA))],
    package_dir={"handoff": "app", **{f"handoff.{one}": one for one in DATA}},
    package_data={"handoff": ["py.typed"], **{f"handoff.{one}": ["**/*"] for one in DATA}},
)
