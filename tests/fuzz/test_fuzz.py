"""Every parser of bytes that come from elsewhere, given some thousands of damaged ones.

Each refuses them in a sentence, or takes them: no other exception, no crash, and no more memory or
time than the table in targets.py says.
"""

import pytest
from fuzz.fuzzing import fuzz
from fuzz.targets import TARGETS
from support.soak import SOAK


@pytest.mark.timeout(24 * 3600)
@pytest.mark.parametrize("name", TARGETS)
def test_whatever_comes_is_taken_or_refused_in_a_sentence(name: str) -> None:
    assert fuzz(name, 0, TARGETS[name].cases * (100 if SOAK else 1)) == ""
