/* What is said by its id, in the order of the buttons. Words: messages "phrase.…", "reaction.…"; drawings: talk.svg. */

/** @import {Say} from "../wire.d.ts" */

/** @type {NonNullable<Say["phrase"]>[]} */
export const PHRASES = [
  "hello", "good_luck", "well_played", "nice_hand", "thanks", "wow", "ouch", "oops", "what_luck", "bad_luck",
  "close_one", "nicely_done", "not_again", "watch_out", "your_turn", "take_your_time", "thinking", "one_moment", "im_back",
  "sorry", "no_problem", "youre_welcome", "cheers", "have_fun", "coffee", "good_game", "another_one", "last_one_for_me",
  "good_night", "bye",
];

/** @type {NonNullable<Say["reaction"]>[]} */
export const REACTIONS = [
  "smile", "laugh", "wink", "wow", "clap", "toast", "tear", "grumble", "sweat", "heart", "coffee", "clover",
];
