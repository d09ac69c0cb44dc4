import pickle

import pytest

from pairings.engine import errors

ALL = [
    errors.NoPairingPossible("they clash", (3, 4)), errors.TooFewPlayers(1),
    errors.UnknownMethod("dutch", ("swiss", "random")), errors.DuplicatePlayer(7),
    errors.BadManualPairing(2, "player 9 is not present."), errors.WeightOverflow(130),
]  # fmt: skip


@pytest.mark.parametrize("error", ALL, ids=lambda error: type(error).__name__)
def test_an_error_comes_whole_out_of_another_process(error):
    back = pickle.loads(pickle.dumps(error))
    assert (type(back), str(back), vars(back)) == (type(error), str(error), vars(error))
