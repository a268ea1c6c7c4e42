/**
 * The notes of people. They are in memory, bounded, and gone when the process ends: in a copy, put a database behind
 * `NoteStore`.
 */
import { LRUCache } from "lru-cache";

export interface NoteStore {
  /** The notes of a person, the oldest first. */
  list(owner: string): readonly string[];
  /** Keeps a note. Returns false if the person has as many as are kept. */
  add(owner: string, note: string): boolean;
}

const PEOPLE = 1000;
const NOTES_OF_A_PERSON = 50;
export const LONGEST_NOTE = 500;

export function openNotes(): NoteStore {
  const people = new LRUCache<string, readonly string[]>({ max: PEOPLE });
  const list = (owner: string) => people.get(owner) ?? [];
  return {
    list,
    add(owner, note) {
      if (list(owner).length >= NOTES_OF_A_PERSON) return false;
      people.set(owner, [...list(owner), note]);
      return true;
    },
  };
}
