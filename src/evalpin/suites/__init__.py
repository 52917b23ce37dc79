"""The formats of suites, one a file: text, RON."""
