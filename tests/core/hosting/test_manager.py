"""Plugins are found, named, blocked, refused and traced."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import NoReturn

import pytest

from oddsmith.hosting.manager import LATE, PluginCrashError, PluginError, load
from oddsmith.hosting.registry import registry
from oddsmith.plugin import hookimpl
from oddsmith.source import SpecError

Maker = Callable[..., EntryPoint]


@pytest.fixture
def point() -> Iterator[Maker]:
    """Make an entry point whose module has the given members."""
    made: list[str] = []

    def make(name: str, **members: object) -> EntryPoint:
        module = types.ModuleType(f"stranger_{name.replace('-', '_')}")
        vars(module).update(members)
        sys.modules[module.__name__] = module
        made.append(module.__name__)
        return EntryPoint(name, module.__name__, "oddsmith")

    yield make
    for name in made:
        del sys.modules[name]


@hookimpl
def oddsmith_check(process: object) -> list[object]:
    return [process]


def test_the_built_in_plugins_come_through_the_entry_points() -> None:
    found = {origin.plugin for origin in load().origins}
    assert {"kernel-reference", "kernel-compiled", "solver-exact", "solver-acyclic"} <= found


def test_each_answer_comes_with_the_plugin_that_gave_it(point: Maker) -> None:
    host = load(
        found=[point("check-a", oddsmith_check=oddsmith_check), point("check-b", oddsmith_check=oddsmith_check)]
    )
    answers = host.ask("oddsmith_check", process="p")
    assert [(origin.plugin, answer) for origin, answer in answers] == [("check-a", ["p"]), ("check-b", ["p"])]


def test_a_plugin_that_lacks_something_optional_is_unavailable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "from oddsmith.plugin import UnavailableError\nraise UnavailableError('no abacus: buy one')"
    (tmp_path / "choosy_plugin.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    (skip,) = load(found=[EntryPoint("solver-choosy", "choosy_plugin", "oddsmith")]).skipped
    assert skip.optional
    assert str(skip) == "plugin solver-choosy (unknown distribution ?) is unavailable: no abacus: buy one"


def test_a_plugin_that_fails_at_import_is_skipped_and_named() -> None:
    host = load(found=[EntryPoint("solver-broken", "no_such_module_anywhere", "oddsmith")])
    assert host.origins == ()
    assert host.skipped[0].origin.plugin == "solver-broken"
    assert "no_such_module_anywhere" in host.skipped[0].reason


def test_an_unknown_hook_is_refused_with_the_name_of_the_plugin(point: Maker) -> None:
    @hookimpl
    def oddsmith_chekc(process: object) -> None: ...

    with pytest.raises(PluginError, match=r"check-typo .*oddsmith_chekc"):
        load(found=[point("check-typo", oddsmith_chekc=oddsmith_chekc)])


def test_a_wrong_argument_is_refused_with_the_name_of_the_plugin(point: Maker) -> None:
    @hookimpl
    def oddsmith_check(proces: object) -> None: ...

    with pytest.raises(PluginError, match=r"check-typo .*proces"):
        load(found=[point("check-typo", oddsmith_check=oddsmith_check)])


def test_a_hook_without_its_mark_is_refused(point: Maker) -> None:
    def oddsmith_solvers() -> list[type]:
        return []

    with pytest.raises(PluginError, match="@hookimpl"):
        load(found=[point("solver-unmarked", oddsmith_solvers=oddsmith_solvers)])


@pytest.mark.parametrize("name", ["check-a", "a"])
def test_without_blocks_a_plugin_by_either_name(point: Maker, name: str) -> None:
    points = [point("check-a", oddsmith_check=oddsmith_check), point("check-b", oddsmith_check=oddsmith_check)]
    assert [origin.plugin for origin in load([name], found=points).origins] == ["check-b"]


def test_without_an_unknown_plugin_names_the_known_ones() -> None:
    with pytest.raises(SpecError, match=r"E703.*\n.*solver-exact"):
        load(["solver-exakt"])


def test_only_plugins_with_the_asked_prefix_are_imported(point: Maker) -> None:
    points = [point("check-a"), EntryPoint("command-a", "no_such_module_anywhere", "oddsmith")]
    host = load(prefix="check-", found=points)
    assert [origin.plugin for origin in host.origins] == ["check-a"]
    assert host.skipped == ()


def test_hook_calls_can_be_followed(point: Maker) -> None:
    lines: list[str] = []
    host = load(found=[point("check-a", oddsmith_check=oddsmith_check)], trace=lines.append)
    host.ask("oddsmith_check", process="p")
    assert lines == ["hook oddsmith_check(process='p')", "hook oddsmith_check -> [['p']] (check-a)"]


def test_calls_that_nobody_hears_can_be_followed_too() -> None:
    lines: list[str] = []
    load(found=[], trace=lines.append).notify("oddsmith_commands", lines.append, cli="c")
    assert lines == ["hook oddsmith_commands(cli='c')", "hook oddsmith_commands -> [] (nobody)"]


def test_what_a_generator_gives_is_fetched_where_its_failure_is_named(point: Maker) -> None:
    @hookimpl
    def oddsmith_check(process: object) -> Iterator[object]:
        yield process

    host = load(found=[point("check-a", oddsmith_check=oddsmith_check)])
    assert [answer for _, answer in host.ask("oddsmith_check", process="p")] == [["p"]]


def test_the_first_answer_is_told_with_whose_it_is(point: Maker) -> None:
    @hookimpl
    def oddsmith_choose_solver(problem: object) -> str | None:
        return "mine" if problem == "hard" else None

    host = load(found=[point("choice-a", oddsmith_choose_solver=oddsmith_choose_solver), point("check-b")])
    found = host.first("oddsmith_choose_solver", problem="hard", candidates=())
    assert found is not None
    assert (found[0].plugin, found[1]) == ("choice-a", "mine")
    assert host.first("oddsmith_choose_solver", problem="easy", candidates=()) is None


def test_who_can_be_done_without_is_named_once_and_the_others_go_on(point: Maker) -> None:
    @hookimpl(specname="oddsmith_check")
    def broken() -> NoReturn:
        sys.exit(0)

    told: list[str] = []
    points = [point("check-a", broken=broken), point("check-b", oddsmith_check=oddsmith_check)]
    host = load(found=points)
    for _ in range(2):
        assert [origin.plugin for origin, _ in host.notify("oddsmith_check", told.append, process="p")] == ["check-b"]
    assert told == [
        "warning: plugin check-a (unknown distribution ?): called sys.exit, which would have ended the program; "
        "the rest goes on without its oddsmith_check"
    ]


def test_an_answer_that_is_wrong_is_no_answer(point: Maker) -> None:
    told: list[str] = []
    host = load(found=[point("check-b", oddsmith_check=oddsmith_check)])
    assert host.notify("oddsmith_check", told.append, lambda answer: "must say something else", process="p") == []
    assert "plugin check-b (unknown distribution ?): oddsmith_check must say something else" in told[0]


def test_what_plugins_print_goes_to_stderr(point: Maker, capsys: pytest.CaptureFixture[str]) -> None:
    @hookimpl
    def oddsmith_check() -> None:
        print("hello")

    load(found=[point("check-a", oddsmith_check=oddsmith_check)]).ask("oddsmith_check", process="p")
    assert capsys.readouterr() == ("", "hello\n")


@pytest.mark.parametrize("value", ["", "two words", "a:b:c"])
def test_an_entry_point_that_cannot_be_read_is_skipped(value: str) -> None:
    told: list[object] = []
    load(found=[EntryPoint("check-a", value, "oddsmith")], told=told.append)
    assert f"its entry point is `{value}`, which is no name of a module" in str(told[0])


def test_two_entry_points_of_one_name_are_refused_unless_neither_is_wanted(point: Maker) -> None:
    points = [point("check-a"), EntryPoint("check-a", "sys", "oddsmith")]
    with pytest.raises(PluginError, match=r"check-a .*has an entry point of this name, too: uninstall one"):
        load(found=points)
    assert load(["check-a"], found=points).origins == ()


def test_two_entry_points_to_one_module_are_refused(point: Maker) -> None:
    first = point("check-a", oddsmith_check=oddsmith_check)
    with pytest.raises(PluginError, match=r"check-b .*is already the plugin check-a"):
        load(found=[first, EntryPoint("check-b", first.module, "oddsmith")])


def test_an_error_is_blamed_on_the_plugin_in_whose_code_it_arose(point: Maker) -> None:
    code = compile("def fail():\n    raise RuntimeError('no')", "stranger", "exec")
    failing = point("solver-failing")
    module = sys.modules[failing.module]
    exec(code, vars(module))
    host = load(found=[failing])
    with pytest.raises(PluginCrashError, match=r"solver-failing .*failed with RuntimeError: no"):
        host.protected(module.fail)


def test_an_error_of_our_own_is_passed_on() -> None:
    def fail() -> NoReturn:
        raise RuntimeError("ours")

    with pytest.raises(RuntimeError, match="ours"):
        load(found=[]).protected(fail)


def test_plugins_of_late_kinds_are_imported_when_they_are_needed() -> None:
    told: list[str] = []
    points = [EntryPoint("exporter-lost", "no_such_module_anywhere", "oddsmith")]
    host = load(found=points, late=("exporter",), told=lambda skip: told.append(skip.origin.plugin))
    assert [origin.plugin for origin in host.origins] == ["exporter-lost"]
    host.need("importer")
    assert (host.skipped, told) == ((), [])
    host.need("exporter")
    assert (host.origins, told) == ((), ["exporter-lost"])


def test_a_run_of_a_spec_imports_no_exporter() -> None:
    host = load(late=LATE)
    registry(host).all_of("solver")
    assert not any(origin.plugin.startswith("exporter-") for origin in host.imported)
    assert registry(host).find("exporter", "dot").origin in host.imported
