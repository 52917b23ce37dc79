from evalpin import Case, DidNotCallTool, FinalTextContains, run_suite


def greeter(prompt: str) -> str:  # your agent: anything that takes a prompt
    return f"Hello {prompt.removeprefix('Greet ').rstrip('.')}!"


report = run_suite(
    greeter, [Case("greet", "Greet Ana.", [FinalTextContains("Ana"), DidNotCallTool("search")])]
)
print(report.passed(), "of", report.total(), "passed")
assert report.accuracy() == 1.0, str(report)
