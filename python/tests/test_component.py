"""Common components against scipy's labelling of every shift."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import examples
from scipy import ndimage

import concord


@st.composite
def matrices(draw, elements):
    shape = (draw(st.integers(0, 6)), draw(st.integers(0, 6)))
    cells = draw(st.lists(elements, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1]))
    return np.array(cells).reshape(shape) if cells else np.zeros(shape)


def brute_force(a, b, tolerance, connectivity):
    """(size, shift, cells): of several largest at the lowest shift, then with the first cell."""
    structure = ndimage.generate_binary_structure(2, 1 if connectivity == 4 else 2)
    best = (0, (0, 0), [])
    for down in range(-b.shape[0] + 1, a.shape[0]):
        for right in range(-b.shape[1] + 1, a.shape[1]):
            equal = np.zeros(b.shape, dtype=bool)
            for row, column in np.ndindex(*b.shape):
                at = (row + down, column + right)
                if 0 <= at[0] < a.shape[0] and 0 <= at[1] < a.shape[1]:
                    equal[row, column] = abs(float(a[at]) - float(b[row, column])) <= tolerance
            labels, count = ndimage.label(equal, structure)
            for label in range(1, count + 1):
                cells = [tuple(cell) for cell in np.argwhere(labels == label).tolist()]
                if len(cells) > best[0]:
                    best = (len(cells), (down, right), cells)
    return best


@given(a=matrices(st.integers(0, 2)), b=matrices(st.integers(0, 2)), connectivity=st.sampled_from([4, 8]))
@examples(150)
def test_whole_numbers(a, b, connectivity):
    found = concord.common_component(a, b, connectivity=connectivity)
    size, shift, cells = brute_force(a, b, 0, connectivity)
    assert found.size == len(found) == size and bool(found) == (size > 0)
    if size:
        assert (found.shift, list(found)) == (shift, cells)
        assert found.mask("a").sum() == found.mask("b").sum() == size
        np.testing.assert_array_equal(np.asarray(a)[found.mask("a")], np.asarray(b)[found.mask("b")])


@given(
    a=matrices(st.sampled_from([0.0, 0.4, 1.0, float("nan")])), b=matrices(st.sampled_from([0.0, 0.5, 1.0, float("nan")]))
)
@examples(80)
def test_reals_within_a_tolerance(a, b):
    found = concord.common_component(a, b, tolerance=0.25)
    assert (found.size, found.shift if found else (0, 0)) == brute_force(a, b, 0.25, 4)[:2]


def test_every_way_to_give_a_matrix():
    expected = concord.common_component(["xab", "ycd"], ["ab", "cd"])
    assert expected.size == 4 and expected.shift == (0, 1)
    codes = [np.array([[ord(one) for one in row] for row in rows]) for rows in (["xab", "ycd"], ["ab", "cd"])]
    for dtype in ("int8", "uint8", "int16", "int32", "uint32", "int64", "uint64", "float32", "float64"):
        found = concord.common_component(*(one.astype(dtype) for one in codes))
        assert found == expected, dtype
    assert concord.common_component(*(np.asfortranarray(one) for one in codes)) == expected
    assert concord.common_component(*(one.tolist() for one in codes)) == expected
    letters = [np.array([list("xab"), list("ycd")]), np.array([list("ab"), list("cd")])]
    assert concord.common_component(*letters) == expected


def test_a_tolerance_for_each_channel():
    first = np.array([[(100, 100, 100), (50, 60, 70)]], dtype=np.uint8)
    second = np.array([[(103, 97, 108), (50, 60, 79)]], dtype=np.uint8)
    for tolerance, cells in (((3, 3, 8), [(0, 0)]), ([0, 0, 9], [(0, 1)]), (np.array([3, 3, 9]), [(0, 0), (0, 1)]), (9, [(0, 0), (0, 1)])):
        found = concord.common_component(first, second, tolerance=tolerance)
        assert list(found) == cells, tolerance
        assert found.mask("a").shape == (1, 2)
    assert not concord.common_component(first, second)
    assert len(concord.common_components(first, second, tolerance=(3, 3, 9), top=3)) == 1
    with pytest.raises(concord.UsageError, match="2 tolerances for cells of 3 channels"):
        concord.common_component(first, second, tolerance=(3, 3))
    with pytest.raises(concord.UsageError, match="one for each channel, got none"):
        concord.common_component(first, second, tolerance=())
    with pytest.raises(concord.UsageError, match="1 channel"):
        concord.common_component(first, second[:, :, 0])


def test_wrong_arguments():
    with pytest.raises(concord.UsageError, match="two dimensions"):
        concord.common_component([1, 2], [1, 2])
    with pytest.raises(concord.UsageError, match="different lengths"):
        concord.common_component(["ab", "c"], ["ab"])
    with pytest.raises(concord.UsageError):
        concord.common_component(["ab"], [[1, 2]])
    with pytest.raises(concord.UsageError):
        concord.common_component([[1]], [[1]], connectivity=5)
    with pytest.raises(concord.UsageError, match="2\\*\\*63"):
        concord.common_component(np.array([[2**63]], dtype=np.uint64), [[1]])
    with pytest.raises(concord.UsageError, match="dtype"):
        concord.common_component([[1j]], [[1]])


def test_several():
    a, b = ["abxx.cd", "efyy.gh"], ["cdzab", "ghzef"]
    every = concord.common_components(a, b)
    assert [(one.size, one.shift) for one in every] == [(4, (0, -3)), (4, (0, 5))]
    assert every[0] == concord.common_component(a, b)
    assert list(every[1]) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert concord.common_components(a, b, top=1) == every[:1]
    assert concord.common_components(a, b, top=9) == every
    assert concord.common_components([[7] * 5], [[7] * 3], top=9)[0].shift == (0, 0)
    assert len(concord.common_components([[7] * 5], [[7] * 3])) == 3
    assert concord.common_components(a, b, min_size=5) == []
    with pytest.raises(concord.UsageError):
        concord.common_components(a, b, top=0)
