"""What hosts and moderators do: the pages at /admin and `sobremesa admin`. Shows no secret and nobody's hand.

Records are only looked at here; what is done goes through the services of the rooms below, and into the log of acts.
"""
