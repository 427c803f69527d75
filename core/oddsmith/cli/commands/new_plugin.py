"""`pipeline new-plugin NAME`: the beginning of a plugin of one's own, as a package that passes its tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from oddsmith.authoring.package import KINDS, LICENCES, complaint
from oddsmith.cli.help import documented
from oddsmith.cli.settings import Settings, plugin_options


def _name(ctx: click.Context, parameter: click.Parameter, name: str) -> str:
    reason = complaint(name)
    if reason:
        raise click.BadParameter(f"{name}: {reason}")
    return name


def _author(ctx: click.Context, parameter: click.Parameter, author: str) -> str:
    if not author.strip() or any(sign in author for sign in '"\\@') or not author.isprintable():
        raise click.BadParameter("a name in one line, without quotes and @")
    return author.strip()


@documented(
    "new-plugin",
    ("a solver of your own, in the folder oddsmith-mean-field", "pipeline new-plugin mean-field --kind solver"),
    ("an exporter, with your name", "pipeline new-plugin edges --kind exporter --author 'Ada Lovelace' -o edges"),
)
@click.argument("name", callback=_name)
@click.option("--kind", type=click.Choice(list(KINDS)), required=True, help="What the plugin is.")
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="FOLDER", help="The new folder (oddsmith-NAME).")
@click.option("--author", default="The authors", callback=_author, metavar="NAME", help="Who writes it.")
@click.option("--licence", "--license", type=click.Choice(LICENCES), default=LICENCES[0], help="Under which licence.")
@plugin_options
def command(name: str, kind: str, out: Path | None, author: str, licence: str, **given: Any) -> int:
    """Make a package with a plugin called NAME that works, and with tests that pass.

    It holds a small example of its kind, tests with the contract kit, a workflow for continuous integration, a readme
    and a licence. Nothing is overwritten.
    """
    from datetime import date

    from oddsmith.authoring.folder import write_folder
    from oddsmith.authoring.package import Package
    from oddsmith.report.json import print_document

    settings = Settings(**given)
    _refuse_taken(kind, name, settings)
    package = Package(name, kind, author, date.today().year, licence)
    folder, texts = out or Path(package.distribution), package.texts()
    write_folder(folder, texts)
    if settings.as_json:
        about = {"name": name, "kind": kind, "folder": str(folder), "entry_point": package.point}
        print_document({**about, "module": package.module, "files": sorted(texts)})
        return 0
    for place in sorted(texts):
        print(folder / place)
    settings.say(f"try it: cd {folder} && pip install -e '.[test]' && pytest")
    return 0


def _refuse_taken(kind: str, name: str, settings: Settings) -> None:
    """Two offers of one name are an error of whoever installs both."""
    if kind == "report-section":
        return
    for offer in settings.registry(settings.host()).of(kind):
        if offer.name == name:
            raise click.UsageError(f"there is a {kind} {name} already, of {offer.origin}: take another name")
