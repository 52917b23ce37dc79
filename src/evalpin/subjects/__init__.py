"""What is asked with a case's prompt, one kind a file: scripted replies, a Python agent, a command.

The only door out of the program: nothing but a subject starts a process or runs the user's code.
"""
