# run, test, check: the three commands. Everything they need is installed into .venv from PyPI.
.PHONY: run test check
