/**
 * What is reserved for people. It is in memory, bounded, and gone when the process ends: in a copy, put a database
 * behind `Stock`.
 */
import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";

export interface Reservation {
  readonly id: string;
  readonly item: string;
  /** Those who asked in the name of the person: the API that called this one, then the one before it. */
  readonly reserved_by: readonly string[];
}

export interface Stock {
  /** What is reserved for a person, the oldest first. */
  list(person: string): readonly Reservation[];
  /** Reserves an item. Returns undefined if the person has as many as are kept. */
  reserve(person: string, item: string, by: readonly string[]): Reservation | undefined;
}

export const ITEMS = ["coffee", "tea", "cups"] as const;

const PEOPLE = 1000;
const RESERVATIONS_OF_A_PERSON = 50;

export function openStock(): Stock {
  const people = new LRUCache<string, readonly Reservation[]>({ max: PEOPLE });
  const list = (person: string) => people.get(person) ?? [];

  return {
    list,
    reserve(person, item, by) {
      const before = list(person);
      if (before.length >= RESERVATIONS_OF_A_PERSON) return undefined;
      const reservation = { id: randomUUID(), item, reserved_by: by };
      people.set(person, [...before, reservation]);
      return reservation;
    },
  };
}
