/** What requests note in memory, and a job writes, so that no request waits for it. */

export interface Noted {
  /** Writes so many of the notes, or fewer if there are no more, but none of `except`. Returns how many. */
  flush(some?: SomeNoted): Promise<number>;
  /** The name of the note that would be written first. */
  first(except: readonly string[]): string | undefined;
  /** Hears that a note cannot be written. */
  leaveOut(note: string): void;
}

export interface SomeNoted {
  readonly most: number;
  readonly except: readonly string[];
}

export const ALL: SomeNoted = { most: Number.POSITIVE_INFINITY, except: [] };
