/** The part of a claims hook's answer that becomes claims. */
import { claimNameProblem } from "../tokens/mapping/names.ts";

const LONGEST_VALUE = 4096;
const LONGEST_CLAIMS = 8192;
const DEEPEST = 5;

/**
 * The claims of an answer that the hook may add: those of its list, of bounded size. `undefined` if it is no answer of
 * a claims hook.
 */
export function addedClaims(answer: unknown, allowed: readonly string[]): Record<string, unknown> | undefined {
  const claims = isObject(answer) ? answer.claims : undefined;
  if (!isObject(claims)) return undefined;
  const added: Record<string, unknown> = {};
  let length = 0;
  for (const name of allowed) {
    // It was checked when the list was saved; a later version may know more names that have a meaning.
    if (claimNameProblem(name) !== undefined || !Object.hasOwn(claims, name)) continue;
    const value = claims[name];
    if (value === null || !isShallow(value, DEEPEST)) continue;
    const { length: own } = JSON.stringify(value);
    length += own;
    if (own <= LONGEST_VALUE && length <= LONGEST_CLAIMS) added[name] = value;
  }
  return added;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== "object" ||
  value === null ||
  (levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1)));
