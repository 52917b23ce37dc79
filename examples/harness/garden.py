"""A harness with a world of its own: what counts is not what the agent said but what it changed."""

from dataclasses import dataclass, field

from evalpin import Case, RunArtifacts, ToolCall, run_eval


@dataclass
class Garden:
    """The world: beds by name, and what grows in each."""

    beds: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Grows:
    """What a case expects: this plant grows in that bed."""

    plant: str
    bed: str


class Gardener:
    """The agent and its world, made anew for every attempt."""

    def setup(self, beds: dict[str, list[str]]) -> Garden:
        """Lay out the beds of a case."""
        return Garden(beds)

    def run(self, prompt: str, garden: Garden) -> RunArtifacts:
        """Plant what the prompt names, as in `Plant X in Y`."""
        _, plant, _, bed = prompt.rstrip(".").split()
        garden.beds.setdefault(bed, []).append(plant)
        return RunArtifacts(final_text="Done.", tool_calls=[ToolCall("plant", {"what": plant, "where": bed})])


class Inspector:
    """Looks at the garden afterwards."""

    def score(self, expect: Grows, artifacts: RunArtifacts, garden: Garden) -> tuple[str, bool]:
        """Say whether the plant grows where it should."""
        return f"{expect.plant} in {expect.bed}", expect.plant in garden.beds.get(expect.bed, [])


CASES = [
    Case("adds a plant", "Plant basil in pots.", [Grows("basil", "pots")], setup={}),
    Case(
        "keeps the others",
        "Plant basil in pots.",
        [Grows("basil", "pots"), Grows("mint", "pots")],
        setup={"pots": ["mint"]},
    ),
    Case("wrong bed", "Plant basil in pots.", [Grows("basil", "shade")], setup={"shade": []}),
]

if __name__ == "__main__":
    report = run_eval(Gardener(), Inspector(), CASES)
    for outcome in report.outcomes:
        print("PASS" if outcome.passed else "FAIL", outcome.name, outcome.predicates)
