"""Many matches of every game under faults that follow from one seed; `python -m tests.chaos --help`.

Verdicts come from what clients noted and from SQL, never from what a server says about itself (reliability 3.0).
"""
