/** Configuration from the environment. It is read once, validated completely, and frozen. */
import { readFileSync, statSync } from "node:fs";
import { z } from "zod";

type Environment = Readonly<Record<string, string | undefined>>;

const FILE_SUFFIX = "_FILE";
const LARGEST_FILE_BYTES = 65_536;

/** Every development secret in the source contains this text. A randomly generated secret does not. */
const KNOWN_TO_EVERYONE = "development-only";

/**
 * Reads the variables that the schema names from the environment.
 *
 * Every variable can come from a file instead, as container secrets do: `NAME_FILE=/run/secrets/name` sets `NAME` to
 * the file's content without the newline at its end. An empty variable counts as not set, because an unset variable in
 * a compose file becomes empty. Other variables are ignored. Unless NODE_ENV is `development` or `test`, a value that
 * contains `development-only` is refused: such values are the defaults in the source, which every attacker knows.
 *
 * @param schema a zod object (refined or transformed as needed); a field's `.describe()` says what is expected
 * @returns the parsed configuration, frozen with all plain objects and arrays in it
 * @throws Error whose message lists every problem, a line each, without any value: `run` prints it and exits with 1
 */
export function readEnvironment<T>(schema: z.ZodType<T>, env: Environment): Readonly<T> {
  const fields = fieldsOf(schema);
  const problems: string[] = [];
  const given: Record<string, string> = {};

  for (const name of Object.keys(fields)) {
    const value = givenValue(name, env, fields, problems);
    if (value !== undefined) given[name] = value;
    if (value?.includes(KNOWN_TO_EVERYONE) && isProduction(env)) {
      problems.push(
        `${name}: is a development default that is publicly known; make a secret for production (NODE_ENV)`,
      );
    }
  }

  const parsed = schema.safeParse(given);
  if (parsed.success) problems.push(...notDecimal(given, fields));
  else problems.push(...parsed.error.issues.map((issue) => problemOf(issue, given, fields)));
  if (!parsed.success || problems.length > 0) {
    throw new Error(["The configuration cannot be used:", ...new Set(problems)].join("\n  "));
  }
  return freeze(parsed.data);
}

// An unknown environment counts as production.
const isProduction = ({ NODE_ENV }: Environment) => NODE_ENV !== "development" && NODE_ENV !== "test";

function givenValue(name: string, env: Environment, fields: z.core.$ZodShape, problems: string[]): string | undefined {
  const direct = env[name] || undefined;
  const fileVariable = name + FILE_SUFFIX;
  const path = fileVariable in fields ? undefined : env[fileVariable] || undefined;
  if (path === undefined) return direct;

  if (direct !== undefined) {
    problems.push(`${name}: is set twice, by ${name} and by ${fileVariable}`);
    return direct;
  }
  try {
    if (statSync(path).size > LARGEST_FILE_BYTES) throw new Error(`is larger than ${LARGEST_FILE_BYTES} bytes`);
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    problems.push(`${fileVariable}: ${path} cannot be read (${causeOf(error)})`);
    return undefined;
  }
}

/** What a schema takes for a number although it is not written in decimal digits, such as `0x10` and `1e2`. */
function notDecimal(given: Readonly<Record<string, string>>, fields: z.core.$ZodShape): readonly string[] {
  const wrong = Object.entries(given).filter(([name, text]) => isNumber(fields[name]) && !/^-?\d{1,15}$/.test(text));
  return wrong.map(([name]) => `${name}: must be a whole number in decimal digits`);
}

function isNumber(field: z.core.$ZodType | undefined): boolean {
  if (field instanceof z.ZodDefault || field instanceof z.ZodOptional) return isNumber(field.unwrap());
  return field instanceof z.ZodNumber;
}

function problemOf(issue: z.core.$ZodIssue, given: Readonly<Record<string, string>>, fields: z.core.$ZodShape): string {
  const name = issue.path[0] === undefined ? undefined : String(issue.path[0]);
  if (name === undefined) return withoutValues(issue.message, given);

  const description = z.globalRegistry.get(fields[name] ?? z.never())?.description;
  const message = withoutValues(issue.message, given);
  const expected = message.replace(/^Invalid \w+: /, "").replace(/, received .*/, "");
  const problem = name in given ? message : `is not set, ${expected}`;
  return `${name}: ${problem}${description === undefined ? "" : ` (${description})`}`;
}

// A message may quote the value that it complains about, and that value may be a secret.
function withoutValues(message: string, given: Readonly<Record<string, string>>): string {
  const values = Object.values(given).filter((value) => value.length >= 4);
  return values.reduce((text, value) => text.replaceAll(value, "…"), message);
}

function fieldsOf(schema: z.core.$ZodType): z.core.$ZodShape {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  throw new TypeError("an environment schema must be a zod object");
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error ? String(error.code) : error.message;
}

function freeze<T>(value: T): T {
  const plain = Array.isArray(value) || Object.getPrototypeOf(value ?? 0) === Object.prototype;
  if (!plain) return value;
  for (const part of Object.values(value as object)) freeze(part);
  return Object.freeze(value);
}
