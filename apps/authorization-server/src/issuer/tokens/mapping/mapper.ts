/**
 * Claims that are made of others, for one client: an expression for each. The library is loaded for the first client
 * that has a mapping, and what it compiled is kept.
 */
import type { Logger } from "@countersign/service";
import { LRUCache } from "lru-cache";
import type { Evaluate, MappingInput } from "./expressions.ts";
import { claimNameProblem } from "./names.ts";

/** The expressions, by the names of the claims that they make. */
export type ClaimMapping = Readonly<Record<string, string>>;

export const MOST_CLAIMS = 20;
const REMEMBERED = 1000;
const LONGEST_CLAIMS = 8192;

export interface ClaimMapper {
  /** The claims that a mapping makes. One whose expression has no value is left out. */
  apply(mapping: ClaimMapping, input: MappingInput): Promise<Record<string, unknown>>;
  /** What is wrong with a mapping, by the names of its claims. */
  problemsOf(mapping: ClaimMapping): Promise<Readonly<Record<string, string>>>;
}

export function openClaimMapper(log?: Pick<Logger, "warn">): ClaimMapper {
  const known = new LRUCache<string, Evaluate>({ max: REMEMBERED });
  const expressionOf = async (claim: string, text: string): Promise<Evaluate> => {
    const { compiled } = await import("./expressions.ts");
    const evaluate = known.get(text) ?? usable(() => compiled(text), claim);
    known.set(text, evaluate);
    return evaluate;
  };
  /** What was allowed when it was saved can be refused now. Tokens are issued all the same, without this claim. */
  const usable = (compile: () => Evaluate, claim: string): Evaluate => {
    try {
      return compile();
    } catch {
      log?.warn({ claim }, "a claim is left out: its expression is not allowed any more");
      return () => undefined;
    }
  };

  return {
    async apply(mapping, input) {
      const made: Record<string, unknown> = {};
      let length = 0;
      for (const [name, text] of Object.entries(mapping)) {
        // It was checked when it was saved; a later version may know more names that have a meaning.
        const value = claimNameProblem(name) === undefined ? (await expressionOf(name, text))(input) : undefined;
        length += JSON.stringify(value ?? null).length;
        if (value !== undefined && length <= LONGEST_CLAIMS) made[name] = value;
      }
      return made;
    },

    async problemsOf(mapping) {
      const entries = Object.entries(mapping);
      const problems = await Promise.all(
        entries.map(async ([name, text]) => [name, claimNameProblem(name) ?? (await problemOf(text))] as const),
      );
      return Object.fromEntries(problems.filter((one): one is [string, string] => one[1] !== undefined));
    },
  };
}

async function problemOf(text: string): Promise<string | undefined> {
  const [{ compiled }, { TooCostly }] = await Promise.all([import("./expressions.ts"), import("./cost.ts")]);
  try {
    compiled(text);
    return undefined;
  } catch (err) {
    if (err instanceof TooCostly) return err.message;
    throw err;
  }
}
