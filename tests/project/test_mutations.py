"""The mistakes that tests/mutations.py makes can still be made."""

import pytest
from mutations import ROOT, all_mutations


@pytest.mark.parametrize("mutation", all_mutations(), ids=lambda mutation: mutation.name)
def test_a_mutation_fits_the_code_and_has_tests(mutation):
    assert mutation.applied(ROOT) != (ROOT / mutation.file).read_text()
    paths = [ROOT / test for test in mutation.tests if test.startswith("tests/")]
    assert paths
    assert all(path.exists() for path in paths)
