"""A coding agent, as far as this example goes: it mends the program."""

from pathlib import Path

program = Path("slugs.py")
program.write_text(
    program.read_text().replace(
        'return "".join(kept).strip("-")',
        'return "-".join(word for word in "".join(kept).split("-") if word)',
    )
)
print("fixed slugs.py: one dash between words")
