"""Players made of code. Pure: a robot sees the view of its seat, is given chance as a number, and picks an action.

It plays only where nothing is at stake (decided by tables), and knows nothing that a person in its seat would not.
"""
