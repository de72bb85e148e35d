"""Why something is not legal: the reasons that several games give."""

from app.games.game import Refusal
from app.games.match import Match

NOT_SEATED = Refusal("not_seated", "Only players of this match can do that.")
HAS_LEFT = Refusal("has_left", "You have left this match.")
NOT_PLAYING = Refusal("not_playing", "No round is being played.")
NO_ROUND_TO_DEAL = Refusal("no_round_to_deal", "The next round is dealt when this one is over.")
NOT_IN_THIS_GAME = Refusal("not_in_this_game", "This game has no such action.")
NOT_YOUR_TURN = Refusal("not_your_turn", "It is not your turn.")
UNKNOWN_COLOR = Refusal("unknown_color", "There is no such colour.")
COLOR_NEEDED = Refusal("color_needed", "Name a colour with this card.")
COLOR_NOT_WANTED = Refusal("color_not_wanted", "No colour can be named with this card.")
NOT_IN_HAND = Refusal("not_in_hand", "You don't hold this card.")
DOES_NOT_FIT = Refusal("does_not_fit", "It fits neither what is in force nor the top card.")
NO_PENALTY = Refusal("no_penalty", "There is nothing to take.")
NOTHING_TO_DRAW = Refusal("nothing_to_draw", "There is no card left to draw.")
DRAW_FIRST = Refusal("draw_first", "Play a card or draw one.")
ALREADY_ANNOUNCED = Refusal("already_announced", "You have said so already.")


def out_of_play(match: Match, seat: int | None) -> Refusal | None:
    """Return why the seat can do nothing at all now, whatever it asks for; None where it may."""
    if type(seat) is not int or not 0 <= seat < match.seats:
        return NOT_SEATED  # (T17.5)
    if seat in match.left:
        return HAS_LEFT
    return None if match.phase == "playing" else NOT_PLAYING
