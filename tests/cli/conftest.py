"""Commands write files where they are called: no test calls them in the checkout."""

import pytest


@pytest.fixture(autouse=True)
def away_from_the_checkout(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
