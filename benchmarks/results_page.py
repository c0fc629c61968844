"""The pages of figures: words from a template, numbers from the files that benchmarks wrote."""

from collections.abc import Mapping
from pathlib import Path

import jinja2

from benchmarks.figures import FOLDER, ROOT, Figures, Table, read_all

# Each page and its template, which lies beside the figures.
PAGES = {
    ROOT / "docs" / "results.md": FOLDER / "results.template.md",
    ROOT / "docs" / "rule-sheets.md": FOLDER / "rule-sheets.template.md",
}


def run() -> None:
    files = read_all()
    for page, template in PAGES.items():
        page.write_text(rendered(template, files))
        print(page)


def rendered(template: Path, files: Mapping[str, Figures]) -> str:
    """The page. A template that asks for a figure that no file has is an error."""
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined, keep_trailing_newline=True, autoescape=False
    )

    def tables(name: str) -> list[Table]:
        return files[name].tables

    def table(name: str, number: int = 0) -> Table:
        return tables(name)[number]

    def cell(name: str, row: str | list[str], column: str, number: int = 0) -> str:
        return table(name, number).cell(row, column)

    def origin(name: str) -> str:
        return origin_of(files[name])

    text = environment.from_string(template.read_text())
    return text.render(table=table, tables=tables, cell=cell, origin=origin)


def origin_of(figures: Figures) -> str:
    """One sentence: the command, when and where it ran, and why not again."""
    machine = figures.machine
    where = f"{machine.cpu}, {machine.cores} cores"
    load = f", load {machine.load:g}" if machine.load is not None else ""
    said = f"`{figures.command}` ({figures.commit}, {figures.date}; {where}{load})."
    return f"{said} Not measured anew since: {figures.kept}." if figures.kept else said
