"""UMB archives are read whoever wrote them; what lies, leads out or explodes is refused."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from oddsmith.context import Context, LimitError, Limits
from oddsmith.run.foreign import Foreign
from oddsmith.source import SpecError
from oddsmith.testing.games import DICE, GAMBLER, RACE, WALK
from oddsmith_plugins.exporters.umb import Umb as UmbExporter
from oddsmith_plugins.importers.umb import Umb
from plugins.explicit import asked, exported, own_answers
from plugins.exporters.test_umb import DUEL, members

Files = dict[str, bytes]


def pack(files: Files, path: Path, folder: str = "") -> Path:
    """A tar archive as another program might write it."""
    with tarfile.open(path, "w") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(folder + name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def gambler(tmp_path: Path) -> Files:
    return members(exported(GAMBLER, UmbExporter(), tmp_path))


def read(path: Path, context: Context | None = None) -> Any:
    return Foreign(Umb(), path, context or Context()).model


def refusal(path: Path) -> str:
    with pytest.raises(SpecError) as caught:
        read(path)
    return str(caught.value)


@pytest.mark.parametrize("compression", ["none", "gzip", "xz"])
def test_what_is_written_is_read(compression: str, tmp_path: Path) -> None:
    path = exported(GAMBLER, UmbExporter(compression=compression), tmp_path)  # type: ignore[arg-type]
    questions = {"best": "Pmax=? [F won]", "worst": 'Pmin=? [F "won"]', "same": "Pmax=? [F f = 5]"}
    own = own_answers(GAMBLER, tmp_path)
    assert asked(path, Umb(), questions) == pytest.approx({**own, "same": own["best"]})


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        (
            WALK,
            {
                "win": "P=? [F won]",
                "length": "R{steps}=? [F over]",
                "soon": "P=? [F<=3 won]",
                "forever": "R{steps}=? [F won]",
            },
        ),
        (DICE, {"seven": "P=? [F seven]", "eyes": "R{eyes}=? [F done]", "early": "P=? [F<=1 total >= 5]"}),
        (RACE, {"first": "P=? [F first]", "second": 'P=? [F "pos[2]" = 2]'}),
        (DUEL, {"ann": "<<ann>> Pmax=? [F won]"}),
    ],
)
def test_chains_rewards_variables_and_players_come_back(text: str, questions: dict[str, str], tmp_path: Path) -> None:
    own = own_answers(text, tmp_path)
    assert asked(exported(text, UmbExporter(), tmp_path), Umb(), questions) == pytest.approx(
        {n: own[n] for n in questions}
    )


def test_storms_archives_are_read(tmp_path: Path) -> None:
    stormpy = pytest.importorskip("stormpy")
    umb = pytest.importorskip("stormpy.io")
    path = exported(GAMBLER, UmbExporter(), tmp_path)
    umb.export_to_umb(stormpy.build_model_from_umb(str(path)), str(tmp_path / "storm.umb"))
    assert asked(tmp_path / "storm.umb", Umb(), {"best": "Pmax=? [F won]"})["best"] == pytest.approx(21 / 31)


def test_fractions_stay_exact(tmp_path: Path) -> None:
    files = members(exported(WALK, UmbExporter(), tmp_path))
    index = json.loads(files["index.json"])
    index["transition-system"]["branch-probability-type"] = {"type": "rational"}
    thirds = np.rint(np.frombuffer(files["branch-to-probability.bin"], "<f8") * 3).astype("<i8")
    pairs = np.stack([thirds, np.full_like(thirds, 3)], axis=1)
    files |= {"index.json": json.dumps(index).encode(), "branch-to-probability.bin": pairs.tobytes()}
    model = read(pack(files, tmp_path / "exact.umb"))
    assert sum(model.transitions.exact[:2]) == 1
    assert asked(tmp_path / "exact.umb", Umb(), {"win": "P=? [F won]"})["win"] == pytest.approx(24 / 31)


def test_the_weights_of_a_plain_archive_stay_on_disk(tmp_path: Path) -> None:
    model = read(exported(WALK, UmbExporter(), tmp_path))
    assert not model.transitions.weight.flags.owndata
    assert not model.transitions.weight.flags.writeable


def test_variables_that_lie_across_bytes_are_packed_anew(tmp_path: Path) -> None:
    files = gambler(tmp_path)
    index = json.loads(files["index.json"])
    variables = [{"padding": 6}, {"name": "f", "type": {"type": "int", "size": 4}, "offset": -1}, {"padding": 6}]
    index["valuations"] = {"states": {"unique": True, "classes": [{"variables": variables}]}}
    values = np.frombuffer(files["valuations/states/valuations.bin"], "<u8") + 1
    files |= {
        "index.json": json.dumps(index).encode(),
        "valuations/states/valuations.bin": (values << 6).astype("<u2").tobytes(),
    }
    found = asked(pack(files, tmp_path / "odd.umb"), Umb(), {"best": "Pmax=? [F f = 5]"})
    assert found["best"] == pytest.approx(21 / 31)


def test_a_state_without_choices_gets_a_loop_and_equal_successors_become_one(tmp_path: Path) -> None:
    index = {
        "format-version": 1,
        "format-revision": 0,
        "transition-system": {
            "time": "discrete", "#players": 1, "#states": 2, "#initial-states": 1, "#choices": 1, "#choice-actions": 0,
            "#branches": 3, "#branch-actions": 0, "#observations": 0, "branch-probability-type": {"type": "double"},
        },
    }  # fmt: skip
    files = {
        "index.json": json.dumps(index).encode(),
        "state-to-choices.bin": np.array([0, 1, 1], "<u8").tobytes(),
        "choice-to-branches.bin": np.array([0, 3], "<u8").tobytes(),
        "branch-to-target.bin": np.array([1, 0, 1], "<u8").tobytes(),
        "branch-to-probability.bin": np.array([0.25, 0.5, 0.25]).tobytes(),
        "state-is-initial.bin": bytes([1, 0, 0, 0, 0, 0, 0, 0]),
    }
    stored = read(pack(files, tmp_path / "small.umb", "./")).transitions
    assert (stored.column.tolist(), stored.weight.tolist()) == ([0, 1, 1], [0.5, 0.5, 1.0])


def with_index(change: Callable[[dict[str, Any]], None]) -> Callable[[Files], None]:
    def changed(files: Files) -> None:
        index = json.loads(files["index.json"])
        change(index)
        files["index.json"] = json.dumps(index).encode()

    return changed


def with_system(key: str, value: object) -> Callable[[Files], None]:
    return with_index(lambda index: index["transition-system"].update({key: value}))


def with_numbers(name: str, kind: str, place: int, value: float) -> Callable[[Files], None]:
    def changed(files: Files) -> None:
        numbers = np.frombuffer(files[name], kind).copy()
        numbers[place] = value
        files[name] = numbers.tobytes()

    return changed


def without(name: str) -> Callable[[Files], None]:
    return lambda files: files.__delitem__(name)


def cut(name: str) -> Callable[[Files], None]:
    return lambda files: files.__setitem__(name, files[name][:-3])


PROBABILITY = "branch-to-probability.bin"


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (without("index.json"), "E821", "no index.json"),
        (lambda files: files.__setitem__("index.json", b"{"), "E821", "index.json cannot be read"),
        (lambda files: files.__setitem__("index.json", b"[" * 100_000), "E821", "index.json cannot be read"),
        (lambda files: files.__setitem__("index.json", b"[]"), "E822", "not a mapping"),
        (with_index(lambda index: index.update({"format-version": 2})), "E823", "version 2"),
        (with_system("time", "stochastic"), "E823", "stochastic"),
        (with_system("#observations", 3), "E823", "observations"),
        (with_system("#states", -1), "E822", "#states is -1"),
        (with_system("#states", 7), "E822", "has 56 bytes"),
        (with_system("#states", 10**15), "E823", "at most"),
        (with_system("#branches", 10**6), "E822", "has 128 bytes"),
        (with_system("#players", 10**6), "E823", "players"),
        (with_system("#initial-states", 2), "E822", "2 initial states"),
        (with_system("branch-probability-type", {"type": "double-interval"}), "E823", "double-interval"),
        (with_system("branch-probability-type", None), "E822", "sum to 2"),
        (cut("branch-to-target.bin"), "E822", "125 bytes"),
        (without(PROBABILITY), "E822", "no branch-to-probability.bin"),
        (without("state-to-choices.bin"), "E822", "no state-to-choices.bin"),
        (with_numbers("branch-to-target.bin", "<u8", 3, 6), "E822", "transition 3 leads to state 6"),
        (with_numbers("branch-to-target.bin", "<u8", 3, 2**63), "E822", "transition 3 leads to state"),
        (with_numbers("state-to-choices.bin", "<u8", 2, 1), "E822", "out of order"),
        (with_numbers("state-to-choices.bin", "<u8", 0, 1), "E822", "not from 0"),
        (with_numbers("choice-to-branches.bin", "<u8", 9, 99), "E822", "to 99, not from 0 to 16"),
        (with_numbers("choice-to-branches.bin", "<u8", 3, 2**63), "E822", "out of order"),
        (with_numbers(PROBABILITY, "<f8", 0, -0.6), "E822", "probability of transition 0 is -0.6"),
        (with_numbers(PROBABILITY, "<f8", 0, float("nan")), "E822", "probability of transition 0 is nan"),
        (with_numbers(PROBABILITY, "<f8", 0, 0.7), "E822", "of state 0) sum to 1.1"),
        (with_numbers("state-is-initial.bin", "<u8", 0, 3), "E822", "state-is-initial.bin of 2"),
        (with_numbers("actions/choices/values.bin", "<u4", 0, 9), "E822", "the action 9"),
        (with_numbers("actions/choices/string-mapping.bin", "<u8", 2, 999), "E822", "leads out of strings.bin"),
    ],
)
def test_a_file_that_lies_is_refused(change: Callable[[Files], None], code: str, words: str, tmp_path: Path) -> None:
    files = gambler(tmp_path)
    change(files)
    message = refusal(pack(files, tmp_path / "bad.umb"))
    assert f"error {code}" in message
    assert words in message


def test_two_initial_states_have_no_place_here(tmp_path: Path) -> None:
    files = gambler(tmp_path)
    with_system("#initial-states", 2)(files)
    with_numbers("state-is-initial.bin", "<u8", 0, 3)(files)
    assert "E823: it has 2 initial states" in refusal(pack(files, tmp_path / "two.umb"))


@pytest.mark.parametrize("name", ["../evil.bin", "/etc/evil.bin", "a/../../evil.bin", "a\\..\\evil.bin"])
def test_names_that_lead_out_are_refused(name: str, tmp_path: Path) -> None:
    path = pack({**gambler(tmp_path), name: b"evil"}, tmp_path / "bad.umb")
    assert "E821" in refusal(path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bad.umb", "game.umb", "game.yaml"]


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE])
def test_links_and_devices_are_refused(kind: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.umb"
    with tarfile.open(path, "w") as archive:
        info = tarfile.TarInfo("branch-to-target.bin")
        info.type, info.linkname = kind, "/etc/passwd"
        archive.addfile(info)
    assert "E821: branch-to-target.bin is a" in refusal(path)


@pytest.mark.parametrize("compress", [bytes, gzip.compress, lzma.compress])
def test_whatever_is_cut_off_is_refused(compress: Callable[[bytes], bytes], tmp_path: Path) -> None:
    data = compress(exported(GAMBLER, UmbExporter(), tmp_path).read_bytes().rstrip(b"\0"))
    path = tmp_path / "bad.umb"
    for size in (0, 1, 100, 511, 600, len(data) // 2, len(data) - 9):
        path.write_bytes(data[:size])
        assert "E82" in refusal(path), size


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress])
def test_an_archive_that_unpacks_to_terabytes_is_refused(compress: Callable[[bytes], bytes], tmp_path: Path) -> None:
    info = tarfile.TarInfo("branch-to-target.bin")
    info.size = 5 * 10**12
    path = tmp_path / "bomb.umb"
    path.write_bytes(compress(info.tobuf(tarfile.GNU_FORMAT) + bytes(10**6)))
    assert "claims to unpack to 5,000,000,000,000 bytes" in refusal(path)


def test_what_does_not_fit_into_memory_is_not_read(tmp_path: Path) -> None:
    path = exported(GAMBLER, UmbExporter(compression="gzip"), tmp_path)
    with pytest.raises(LimitError, match="unpacking"):
        read(path, Context(Limits(memory=1)))


def test_a_file_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.umb"
    with tarfile.open(path, "w") as archive:
        for _ in range(2):
            archive.addfile(tarfile.TarInfo("index.json"))
    assert "two files index.json" in refusal(path)


def test_other_files_are_no_archives(tmp_path: Path) -> None:
    path = tmp_path / "text.umb"
    path.write_text("game: walk\n" * 100)
    assert "E821" in refusal(path)


def test_variables_of_64_bits_are_taken_if_their_values_are_near(tmp_path: Path) -> None:
    files = gambler(tmp_path)
    index = json.loads(files["index.json"])
    index["valuations"] = {
        "states": {"unique": True, "classes": [{"variables": [{"name": "f", "type": "int", "size": 64}]}]}
    }
    values = np.frombuffer(files["valuations/states/valuations.bin"], "<i8")
    for shift, known in ((-3, True), (2**62, False)):
        files |= {
            "index.json": json.dumps(index).encode(),
            "valuations/states/valuations.bin": (values + shift).astype("<i8").tobytes(),
        }
        model = read(pack(files, tmp_path / "wide.umb"))
        assert (model.encoding is not None) is known
        assert bool(model.remarks) is not known
    files["valuations/states/valuations.bin"] = (values - 3).tobytes()
    found = asked(pack(files, tmp_path / "wide.umb"), Umb(), {"best": "Pmax=? [F f = 2]"})
    assert found["best"] == pytest.approx(21 / 31)


@pytest.mark.parametrize(
    "change",
    [
        with_index(lambda index: index.update({"annotations": None})),
        with_index(lambda index: index["annotations"].update({"aps": [1]})),
        with_index(lambda index: index["annotations"]["aps"]["won"].update({"type": {"type": []}})),
        with_index(lambda index: index["valuations"]["states"].update({"classes": [1]})),
        with_system("#players", 2**62),
        with_system("#choice-actions", 2**62),
        with_system("#states", 2 * 10**9),
    ],
)
def test_claims_cost_nothing(change: Callable[[Files], None], tmp_path: Path) -> None:
    files = gambler(tmp_path)
    change(files)
    assert "error E82" in refusal(pack(files, tmp_path / "bad.umb"))
