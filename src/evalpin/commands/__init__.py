"""The verbs, one a file: `configure(parser)` names the arguments, `execute(args)` gives the exit code."""
