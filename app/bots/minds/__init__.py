"""How to think ahead in each family of games: what may be hidden, what everybody might do next, what that is worth."""
