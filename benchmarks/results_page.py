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
    """The page. A template that shows a figure that no file has is an error.

    It may ask whether there is one: `{% if measured("name") %}`.
    """
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )

    def measured(name: str) -> bool:
        return name in files

    def table(name: str, number: int = 0) -> Table:
        if not measured(name):
            raise KeyError(f"{template.name} shows {name}.json, which is not in {FOLDER}")
        return files[name].tables[number]

    def cell(name: str, row: str | list[str], column: str, number: int = 0) -> str:
        return table(name, number).cell(row, column)

    def shown(name: str, *numbers: int) -> str:
        table(name)
        chosen = [table(name, number) for number in numbers] or files[name].tables
        return "\n\n".join([origin_of(files[name]), *map(titled, chosen)])

    text = environment.from_string(template.read_text())
    return text.render(measured=measured, table=table, cell=cell, shown=shown)


def titled(table: Table) -> str:
    """A table under its title and its note."""
    note = f" {sentence(table.note)}" if table.note else ""
    return f"**{sentence(table.title)}**{note}\n\n{table}"


def sentence(text: str) -> str:
    """With a capital letter, and a full stop at its end."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def origin_of(figures: Figures) -> str:
    """The command, when and where it ran, and why it did not run again."""
    machine = figures.machine
    load = f", load {machine.load:g}" if machine.load is not None else ""
    where = f"{machine.cpu}, {machine.cores} cores{load}"
    said = f"`{figures.command}` ({figures.commit}, {figures.date}; {where})."
    if figures.kept:
        return f"{said} *Taken over from an older page, not measured anew: {figures.kept}.*"
    return said
