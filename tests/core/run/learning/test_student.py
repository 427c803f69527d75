"""Student's distribution against SciPy's."""

from __future__ import annotations

import pytest
from scipy.stats import t

from oddsmith.run.learning.student import inside, quantile


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 9, 10, 99])
@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_quantiles(freedom: int, confidence: float) -> None:
    assert quantile(confidence, freedom) == pytest.approx(t.ppf((1 + confidence) / 2, freedom), rel=1e-9)
    assert inside(1.5, freedom) == pytest.approx(2 * t.cdf(1.5, freedom) - 1)
