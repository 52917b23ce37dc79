"""A toy agent that calculates by calling a tool; where yours asks a model, this one splits words."""

from evalpin import RunArtifacts, ToolCall

NAMES = {"+": "add", "-": "sub", "*": "mul", "/": "div"}


def calculator(op: str, a: float, b: float) -> float:
    """Do one sum: the tool."""
    return {"add": a + b, "sub": a - b, "mul": a * b, "div": a / b if b else 0.0}[op]


class Agent:
    """Calls the calculator for `A op B`, and talks otherwise."""

    def run(self, prompt: str) -> RunArtifacts:
        """Answer a prompt; say which tool was called with what."""
        words = prompt.removesuffix("?").removeprefix("What is ").split()
        if len(words) != 3 or words[1] not in NAMES:
            return RunArtifacts(final_text="Hello! Ask me for a sum.", tokens=6)
        op, a, b = NAMES[words[1]], float(words[0]), float(words[2])
        answer = calculator(op, a, b)
        calls = [ToolCall("calculator", {"op": op, "a": a, "b": b}, result=answer)]
        return RunArtifacts(final_text=f"The answer is {answer:g}.", tool_calls=calls, tokens=17)
