// Made by `python -m app.wire.generate` from app/wire; don't edit.

/** The command with this id was accepted and is durable. */
export interface Ack {
  type: "ack";
  id: string;
  [key: string]: any;
}

/** Do something in the game. */
export interface Act {
  id: string;
  table: number;
  type: "act";
  action: { type: "play"; card: string; color?: string | null; suit?: string | null; last_card?: boolean } | { type: "draw" } | { type: "take" } | { type: "pass" } | { type: "choose"; color: string } | { type: "last_card" } | { type: "denounce"; seat: number } | { type: "accept" } | { type: "challenge" } | { type: "close" } | { type: "leave_open" } | { type: "breaker" } | { type: "draw_stock" } | { type: "take_discard"; with: string[] } | { type: "meld"; cards: string[]; face_down?: boolean } | { type: "lay_off"; cards: string[]; meld: number } | { type: "discard"; card: string } | { type: "call_draw" } | { type: "fold" };
}

/** Want another match with the same people. */
export interface Again {
  id: string;
  table: number;
  type: "again";
}

/** Who wants another match. */
export interface AgainView {
  deadline: number;
  pressed: number[];
}

/** Say that no page has been in view for a while, or that one is again; only friends see it. */
export interface Away {
  id: string;
  type: "away";
  on: boolean;
}

/** The best division of the own hand. */
export interface BestView {
  melds: string[][];
  rest: string[];
}

/** A draw card of the pending sum; `seat` is null for the starter. */
export interface BillView {
  seat: number | null;
  card: string;
}

/** A called Draw; `waiting` have yet to answer, `folded` were folded by force. */
export interface CallView {
  caller: number;
  waiting: number[];
  folded: number[];
}

/** A match for coins in which you sit has begun. */
export interface Called {
  type: "called";
  table: number;
  code: string;
}

/** A wild draw four laid by `by`, which `seat` has to accept or challenge. */
export interface ChallengeView {
  by: number;
  seat: number;
}

/** Whose time runs, until when, and how long the time bank lasts after that. */
export interface ClockView {
  seats: number[];
  kind: "turn" | "window";
  starts: number;
  deadline: number;
  bank_deadline: number;
}

/** Something that happened; further keys by type. */
export interface Event {
  type: string;
  [key: string]: any;
}

/** A friend, and how they are. */
export interface Friend {
  id: number;
  name: string;
  avatar: string;
  state: "online" | "away" | "offline";
  at: FriendAt | null;
}

/** A public table where a friend sits. */
export interface FriendAt {
  id: number;
  code: string;
  game: string;
  bet: number;
  phase: "waiting" | "playing";
  free: boolean;
  spectators: boolean;
}

/** How a friend is now. */
export interface FriendChanged {
  type: "friend";
  id: number;
  state: "online" | "away" | "offline";
  at: FriendAt | null;
}

/** Your people: sent when `friends` is turned on, and whenever somebody came or went. */
export interface FriendList {
  type: "friends";
  friends: Friend[];
  asks: Named[];
  asked: Named[];
  blocked: Named[];
}

/** Turn the news of one's friends on or off; answered by the whole list when it is read. */
export interface Friends {
  id: string;
  type: "friends";
  on: boolean;
}

/** You see this table no longer. */
export interface Gone {
  type: "gone";
  table: number;
  reason: string;
}

/** Beside what every game says: how it ended, who fought; by seat, never a forfeiter's, counts and melds in hand. */
export interface HandOutcomeView {
  winner: number | null;
  blocked: boolean;
  points: number[];
  hands: Record<string, string[]>;
  ending: string;
  fought: number[];
  folded: number[];
  counts: Record<string, number>;
  divisions: Record<string, string[][]>;
}

/** The first frame: who you are (null: a stranger) and where you sit. */
export interface Hello {
  type: "hello";
  player: Person | null;
  tables: Seated[];
  now: number;
}

/** Until when turn actions wait (T11.6). */
export interface HoldView {
  until: number;
}

/** Somebody for whom a seat is or was kept. */
export interface InvitationTold {
  id: number;
  player: Named;
  state: "pending" | "accepted" | "refused" | "expired" | "withdrawn";
  until: number;
}

/** The invitations to the table whose host you are, after one of them changed; a pending one ends at `until`. */
export interface Invitations {
  type: "invitations";
  table: number;
  invitations: InvitationTold[];
}

/** Get up; in a started match this forfeits the bet. */
export interface Leave {
  id: string;
  table: number;
  type: "leave";
}

/** Something that was said at a table. */
export interface Line {
  id: number;
  table: number;
  from: Named;
  kind: "phrase" | "reaction" | "text";
  body: string;
  at: number;
}

/** Turn the live list of tables on or off. */
export interface Lobby {
  id: string;
  type: "lobby";
  on: boolean;
}

/** What changed in the list: new or changed rows, and ids that are gone. */
export interface LobbyChanged {
  type: "lobby_changed";
  rows: Row[];
  gone: number[];
}

/** The whole list of tables. */
export interface LobbyList {
  type: "lobby";
  rows: Row[];
  now: number;
}

/** Somebody at a table that you see, perhaps you, wears something else now. */
export interface Looks {
  type: "looks";
  looks: LooksTold;
}

/** What a player wears: ids of the catalogue, null where nothing. */
export interface LooksTold {
  player: number;
  companion: string | null;
  avatar: string | null;
  frame: string | null;
  felt: string | null;
  back: string | null;
}

/** A meld on the table; `cards` is null for a face-down four of somebody else until the hand ends. */
export interface MeldView {
  owner: number;
  cards: string[] | null;
  size: number;
  face_down: boolean;
  by: number[];
}

/** This server is about to stop: come back after so long. */
export interface Moving {
  type: "moving";
  retry_ms: number;
}

/** Who somebody is. */
export interface Named {
  id: number;
  name: string;
  avatar: string;
}

/** Something new that you should hear of; it is in your list, too. */
export interface Notice {
  type: "notice";
  notice: NoticeTold;
}

/** Something a player should hear of; `from` and `by` among the facts are {id, name, avatar}. */
export interface NoticeTold {
  id: number;
  kind: "invitation" | "present" | "present_answer" | "friend_request" | "friend" | "warning";
  facts: Record<string, any>;
  at: number;
  read: boolean;
  quiet: boolean;
}

/** Notices of yours that hold no longer: they are in your list no more. */
export interface NoticesGone {
  type: "notices_gone";
  ids: number[];
}

/** How the round ended; `hands` by seat, never a leaver's. */
export interface OutcomeView {
  winner: number | null;
  blocked: boolean;
  points: number[];
  hands: Record<string, string[]>;
}

/** The time between two rounds. */
export interface PauseView {
  deadline: number;
  ready: number[];
}

/** What everybody may know of who sits: a player, or a robot with a negative id. */
export interface Person {
  id: number;
  name: string;
  avatar: string;
  guest: boolean;
}

/** Ask whether the other end is there; answered by pong and ack. */
export interface Ping {
  id: string;
  type: "ping";
}

/** Whose +3 waits, and who is next in turn, if that player may answer with a King. */
export interface PlusThreeView {
  by: number;
  king: number | null;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
  now: number;
}

/** Which seats are connected, how many watch, and how many of the free seats are kept for invited people. */
export interface Presence {
  type: "presence";
  table: number;
  online: number[];
  watching: number;
  kept: number | null;
}

/** How many presents wait for your answer. */
export interface Presents {
  type: "presents";
  waiting: number;
}

/** Want the next round now; or, at a clock that ran out, be back. */
export interface Ready {
  id: string;
  table: number;
  type: "ready";
}

/** The command with this id was refused and changed nothing; `id` is null where none could be made out. */
export interface Reject {
  type: "reject";
  id: string | null;
  code: string;
  text: string;
  [key: string]: any;
}

/** A newer socket of yours has taken over; this one closes. */
export interface Replaced {
  type: "replaced";
}

/** How the match ended; `ranking` is a list of places, best first. */
export interface ResultView {
  winners: number[];
  ranking: number[][];
  losers: number[];
}

/** The chance of a round: its commitment, and after its end the seed and the salts. */
export interface RoundView {
  number: number;
  commitment: string;
  salted: number[];
  salts: Record<string, string> | null;
  seed: string | null;
}

/** A line of the lobby. */
export interface Row {
  id: number;
  code: string;
  game: string;
  differs: [string, any][];
  options: Record<string, any>;
  bet: number;
  ante: number;
  seats: number;
  players: RowPlayer[];
  robots: number;
  phase: "waiting" | "playing";
  round: number;
  turn_ms: number;
  since: number;
  public: boolean;
  spectators: boolean;
  host: number | null;
  watching: number;
  kept: number;
}

/** A seated person in the lobby. */
export interface RowPlayer {
  id: number;
  name: string;
  avatar: string;
}

/** Give one's own share of the round's chance: 32 random bytes, made after the commitment was seen. */
export interface Salt {
  id: string;
  table: number;
  type: "salt";
  round: number;
  salt: string;
}

/** Say one thing at a table where you sit: a phrase or a reaction by its id, or, with an account, a text.

Refused with `muted` (until when: `until`), with `too_many` (wait `retry_ms`), with `said_before` at the third
time in a row. */
export interface Say {
  id: string;
  table: number;
  type: "say";
  phrase?: "hello" | "good_luck" | "cheers" | "have_fun" | "your_turn" | "take_your_time" | "thinking" | "one_moment" | "im_back" | "nice_hand" | "well_played" | "nicely_done" | "close_one" | "wow" | "ouch" | "oops" | "not_again" | "what_luck" | "bad_luck" | "watch_out" | "thanks" | "youre_welcome" | "sorry" | "no_problem" | "good_game" | "another_one" | "last_one_for_me" | "coffee" | "good_night" | "bye" | null;
  reaction?: "smile" | "laugh" | "wink" | "wow" | "tear" | "grumble" | "sweat" | "heart" | "clap" | "toast" | "coffee" | "clover" | null;
  text?: string | null;
}

/** A taken seat. */
export interface SeatView {
  player: Person;
  robot: boolean;
  left: boolean;
  standin: boolean;
  bank_ms: number;
}

/** A table where the player sits. */
export interface Seated {
  id: number;
  code: string;
  game: string;
  phase: "waiting" | "playing";
  bet: number;
}

/** What each seat was paid, and the points for it. */
export interface SettledView {
  payouts: number[];
  points: number[];
}

/** The game as one viewer may know it; `hand`, `legal`, `reasons` are null for spectators and leavers. */
export interface SheddingView {
  counts: number[];
  first: number;
  round: number;
  totals: number[];
  left: number[];
  phase: "playing" | "round_over" | "match_over";
  outcome: OutcomeView | null;
  result: ResultView | null;
  top: string;
  color: string | null;
  named: "color" | "suit";
  colors: string[];
  direction: number;
  turn: number | null;
  penalty: number;
  bill: BillView[];
  stock: number;
  discards: number;
  pile: string[];
  hand: string[] | null;
  announced: number[];
  window: WindowView | null;
  drawn: string | null;
  deciding: number | null;
  choosing: number | null;
  challenge: ChallengeView | null;
  shown: ShownView | null;
  legal: any[] | null;
  reasons: Record<string, string> | null;
}

/** A hand that the viewer alone has been shown. */
export interface ShownView {
  seat: number;
  hand: string[];
}

/** Take the first free seat; a private table wants the token of its link. */
export interface Sit {
  id: string;
  table: number;
  type: "sit";
  link?: string | null;
}

/** This table can't go on for the moment; nothing is lost, and its next update says that it goes on. */
export interface Stalled {
  type: "stalled";
  table: number;
  why: "storage" | "owner";
}

/** As the host, ask the others to begin with the seats as they are. */
export interface Start {
  id: string;
  table: number;
  type: "start";
}

/** What the creator chose, and who is the host now. */
export interface TableView {
  id: number;
  code: string;
  game: string;
  options: Record<string, any>;
  seats: number;
  bet: number;
  turn_ms: number;
  public: boolean;
  spectators: boolean;
  host: number | null;
  created: number;
  level: "easy" | "normal" | "strong" | null;
}

/** TAKI as one viewer may know it; `hand`, `legal`, `reasons` are null for spectators and leavers. */
export interface TakiView {
  counts: number[];
  first: number;
  round: number;
  totals: number[];
  left: number[];
  phase: "playing" | "round_over" | "match_over";
  outcome: OutcomeView | null;
  result: ResultView | null;
  top: string;
  color: string | null;
  figure: string | null;
  direction: number;
  turn: number | null;
  penalty: number;
  stock: number;
  discards: number;
  pile: string[];
  hand: string[] | null;
  announced: number[];
  owes: number[];
  window: PlusThreeView | null;
  answered: boolean | null;
  open_taki: string | null;
  run: boolean;
  duty: "plus" | "king" | null;
  stages: number[] | null;
  drawn: null;
  legal: any[] | null;
  reasons: Record<string, string> | null;
}

/** Somebody said something at a table that you see. */
export interface Talk {
  type: "talk";
  line: Line;
}

/** The game as one viewer may know it; what is the viewer's own is null for spectators and forfeiters. */
export interface TongitsView {
  top: string | null;
  turn: number | null;
  step: string | null;
  stock: number;
  discards: number;
  pile: string[];
  counts: number[];
  hand: string[] | null;
  melds: MeldView[];
  open: number[];
  blocked: number[];
  call: CallView | null;
  answered: string | null;
  count: number | null;
  best: BestView | null;
  last_drawer: number | null;
  dealer: number;
  first: number;
  round: number;
  totals: number[];
  left: number[];
  phase: "playing" | "round_over" | "match_over";
  pot: number;
  previous_winner: number | null;
  ending: string | null;
  legal: Record<string, any>[] | null;
  outcome: HandOutcomeView | null;
  result: ResultView | null;
}

/** See a table no longer. */
export interface Unwatch {
  id: string;
  type: "unwatch";
  table: number;
}

/** News of a table: `seq` has no gaps, `view` is the whole view after the events. */
export interface Update {
  type: "update";
  table: number;
  seq: number;
  now: number;
  events: Event[];
  view: View;
}

/** All that one viewer may know of a table. */
export interface View {
  table: TableView;
  seats: (SeatView | null)[];
  you: number | null;
  phase: "waiting" | "vote" | "salting" | "playing" | "pause" | "over" | "closed";
  pot: number;
  match: string | null;
  round: RoundView | null;
  clock: ClockView | null;
  hold: HoldView | null;
  held: boolean | null;
  vote: VoteView | null;
  pause: PauseView | null;
  again: AgainView | null;
  settled: SettledView | null;
  game: SheddingView | TakiView | TongitsView | null;
}

/** Answer the host's wish to start. */
export interface Vote {
  id: string;
  table: number;
  type: "vote";
  accept: boolean;
}

/** The host wants to start now. */
export interface VoteView {
  deadline: number;
  accepted: number[];
}

/** Your coins after they changed. */
export interface Wallet {
  type: "wallet";
  coins: number;
}

/** See a table: answered by an update with the whole view, then by every update that follows. */
export interface Watch {
  id: string;
  type: "watch";
  table: number;
}

/** Who may be denounced, and who has denounced them already. */
export interface WindowView {
  seat: number;
  by: number[];
}

export type Command = Watch | Unwatch | Lobby | Friends | Away | Ping | Say | Sit | Leave | Start | Vote | Act | Salt | Ready | Again;

export type Frame = Hello | Ack | Reject | Update | Presence | Stalled | LobbyList | LobbyChanged | Wallet | Called | Gone | Replaced | Moving | Pong | Notice | NoticesGone | Invitations | FriendList | FriendChanged | Talk | Looks | Presents;

export type Action = Act["action"];
