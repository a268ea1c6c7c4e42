/** Input from an operator: files, and values that a rule has to validate. */
import { readFile, stat } from "node:fs/promises";
import { isUnreadableJson, readJson } from "@countersign/guard/json";
import { reasonOf as reasonOfIssue } from "@countersign/rules";
import type { z } from "zod";
import { refusal } from "./refusal.ts";

const LARGEST_JSON_BYTES = 65_536;

/** The bytes of a file of at most `largestBytes`. Refuses a file that cannot be read or is larger. */
export async function readBytes(path: string, largestBytes: number): Promise<Buffer> {
  try {
    if ((await stat(path)).size > largestBytes) throw new Error(`it is larger than ${largestBytes / 1024} KB`);
    return await readFile(path);
  } catch (err) {
    throw refusal(`cannot read ${path}: ${reasonOf(err)}`);
  }
}

/** The JSON object in a file, by default of at most 64 KB. */
export async function readJsonObject(
  path: string,
  largestBytes = LARGEST_JSON_BYTES,
): Promise<Readonly<Record<string, unknown>>> {
  const value = parsed(await readBytes(path, largestBytes), path);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;

  throw refusal(`${path} does not hold a JSON object`);
}

type Text = Readonly<Record<string, string>>;
/** The members of a shape in camel case: these are names in our code, and not names of options. */
type OurNames<T> = T extends object
  ? T extends readonly unknown[]
    ? never
    : {
        [Name in keyof T & string]: string extends Name ? never : Name extends Lowercase<Name> ? never : Name;
      }[keyof T & string]
  : never;
/** The option or argument that each member comes from, as the caller typed it. */
export type Options<T> = Readonly<Record<OurNames<T>, string>> & Partial<Readonly<Record<keyof T & string, string>>>;

/**
 * The value in the form of the shape. If it does not match the shape, it is refused, and every problem is listed.
 *
 * @param options for a shape whose members have names of ours: a problem names the option
 */
export function validate<T>(
  shape: z.ZodType<T>,
  value: unknown,
  what: string,
  ...[options]: [OurNames<T>] extends [never] ? [options?: Options<T>] : [options: Options<T>]
): T {
  const parsed = shape.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;

  const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue, options ?? {}));
  throw refusal([`${what} cannot be used:`, ...problems].join("\n  "));
}

function problemsOf(issue: z.core.$ZodIssue, options: Partial<Text>): readonly string[] {
  const [first = "", ...rest] = issue.path;
  const path = issue.path.length === 0 ? [] : [options[String(first)] ?? first, ...rest];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => `${placeOf([...path, key])}: is not known here`);
  const [place, reason] = [placeOf(path), reasonOfIssue(issue)];
  return [place === "" ? reason : `${place}: ${reason}`];
}

const placeOf = (path: readonly PropertyKey[]) =>
  path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");

export function reasonOf(err: unknown): string {
  const code = err instanceof Error && "code" in err ? String(err.code) : "";
  if (code === "ENOENT") return "there is no such file";
  if (code === "EACCES") return "no permission";
  if (code === "EISDIR") return "it is a folder";
  return err instanceof Error ? err.message : String(err);
}

function parsed(bytes: Buffer, path: string): unknown {
  try {
    return readJson(bytes, { longest: bytes.length });
  } catch (err) {
    throw isUnreadableJson(err) ? refusal(`${path} does not hold a JSON object: ${err.problem}`) : err;
  }
}
