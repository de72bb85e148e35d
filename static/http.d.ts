/* The bodies of the HTTP interface, as the client reads them. The messages of the socket are in wire.d.ts, made by the server. */

import type { FriendAt, FriendChanged } from "./wire";

export type OptionValue = string | number | boolean;
export type Options = Record<string, OptionValue>;

export interface Me {
  id: number;
  name: string;
  guest: boolean;
  avatar: string;
  language: string;
  coins: number;
  held: number;
  grant_due: number;
  bonus: { amount: number; available: boolean; next_at: number | null };
  relief: { amount: number; available: boolean; next_at: number | null; floor: number };
}

export interface Person { id: number; name: string; avatar: string }

/** What everybody may know of a player, and what they are to me; how they are is told to friends only. */
export interface Profile extends Person, Figures {
  guest: boolean; since: number; blocked: boolean;
  level: number; level_from: number; level_to: number;
  statistics: ({ game: string } & Figures)[];
  relation: "none" | "asked" | "asks" | "friends";
  state: FriendChanged["state"] | null;
  at: FriendAt | null;
  invitable: boolean;
}

/** What settled matches for coins came to; `finished` of a hundred. */
export interface Figures { matches: number; finished: number | null; wins: number; coins: number; points: number }

export interface Ranked extends Person, Figures { place: number }

export interface Leaderboard { rows: Ranked[]; own: Ranked | null; next: number | null }

/** Somebody I played with lately. */
export interface Met extends Person { game: string; at: number }

/** What is told of somebody, about a table or not. */
export interface NewReport { player: number; reason: string; note: string; table?: number; seq?: number }

/** A seat that is or was kept for me. */
export interface Received {
  id: number; table: number; code: string; game: string; bet: number; phase: string; by: Person;
  state: "pending" | "accepted" | "refused" | "expired" | "withdrawn"; until: number;
}

export interface DeclaredOption {
  name: string;
  kind: "choice" | "flag" | "number";
  values?: (string | number)[];
  min?: number;
  max?: number;
  default: OptionValue;
}

export interface GameFacts {
  key: string;
  name: string;
  seats: { min: number; max: number };
  options: DeclaredOption[];
  presets: { name: string; options: Options; seats: number }[];
  quick: { options: Options; seats: number };
  minimum_bet: number;
}

export interface StatementLine {
  id: number;
  at: number;
  amount: number;
  after: number;
  kind: string;
  facts: { table?: string; table_code?: string; game?: string; match?: string; item?: string };
  who: Person | null;
}

export interface Session { id: number; agent: string; created: number; seen: number; current: boolean }

export interface Token { id: number; name: string; created: number; seen: number | null; token?: string }

export interface Books {
  minted: number; sunk: number; held: number; wallets: number; escrow: number; pots: number;
  transfers: number; unbalanced: number; checked_at: number; sound: boolean;
}

export type Slot = "companion" | "avatar" | "frame" | "felt" | "back";

export interface ShopItem { key: string; slot: Slot; kind: string; price: number }

export interface Thing { id: number; item: string; slot: Slot; worn: boolean; at: number }

export interface Stuff { things: Thing[]; put_on: boolean }

export interface Present {
  id: number; giver: Person; receiver: Person; item: string; coins: number; note: string; state: string; at: number; until: number;
}

export interface Presents { received: Present[]; sent: Present[]; waiting: number }

export type Looks = { player: number } & Record<Slot, string | null>;
