import pytest

pytest.register_assert_rewrite("tests.browser.rest", "tests.browser.view")
