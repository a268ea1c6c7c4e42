/**
 * Does things together that come at once: while some of an owner are worked on, the next ones of this owner wait, and
 * share the work after it. So a crowd costs little more than one, and has one piece of work under way.
 */

/** One thing, and what its caller hears of it. */
export interface Waiting<Thing, Outcome> {
  readonly thing: Thing;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (err: unknown) => void;
}

interface TogetherLimits {
  /** How many share a piece of work. */
  readonly most: number;
  /** How many of an owner wait at a time. */
  readonly mostWaiting: number;
}

/**
 * Returns the function that does one thing of an owner. It is undefined, and nothing is done, if too many wait.
 *
 * @param work settles each of the things; what it throws is the outcome of those that it did not settle
 */
export function together<Thing, Outcome>(
  work: (owner: string, all: readonly Waiting<Thing, Outcome>[]) => Promise<void>,
  { most, mostWaiting }: TogetherLimits,
): (owner: string, thing: Thing) => Promise<Outcome> | undefined {
  const waiting = new Map<string, Waiting<Thing, Outcome>[]>();

  async function workOff(owner: string, mine: Waiting<Thing, Outcome>[]): Promise<void> {
    for (let all = mine.splice(0, most); all.length > 0; all = mine.splice(0, most)) {
      await work(owner, all).catch((err: unknown) => {
        for (const { reject } of all) reject(err);
      });
      await nextTurn();
    }
    waiting.delete(owner);
  }

  return (owner, thing) => {
    const mine = waiting.get(owner) ?? [];
    if (mine.length >= mostWaiting) return undefined;
    return new Promise<Outcome>((resolve, reject) => {
      mine.push({ thing, resolve, reject });
      if (waiting.has(owner)) return;
      waiting.set(owner, mine);
      // Those that arrive in the same turn join.
      nextTurn().then(() => workOff(owner, mine));
    });
  };
}

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));
