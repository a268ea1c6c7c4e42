/** Types of authorization details (RFC 9396 §2), from a folder with a JSON file for each. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { readJson } from "@countersign/guard/json";
import { type DetailsType, foldResource, isSameResource } from "@countersign/rules";
import { z } from "zod";
import { compileSchema } from "./schema.ts";
import { type DetailsTemplate, placeholdersIn } from "./template.ts";

/** A type, with how its objects are shown to people in each language. */
export interface ConfiguredType extends DetailsType {
  /** The texts by language, in lower case; always in `en`. */
  readonly display: ReadonlyMap<string, DetailsTemplate>;
}

export type ConfiguredTypes = ReadonlyMap<string, ConfiguredType>;

const LARGEST_FILE = 256 * 1024;
const text = z.string().min(1).max(500);

const template = z.strictObject({
  title: text,
  fields: z
    .array(z.strictObject({ label: text, value: text }))
    .max(40)
    .readonly(),
});

const resource = z
  .string()
  .max(2048, { abort: true })
  .refine((uri) => foldResource(uri) !== undefined, "must be the identifier of a resource server");

const typeFile = z.strictObject({
  type: z.string().regex(/^[\x21-\x7e]{1,200}$/, "must be 1 to 200 visible ASCII characters"),
  resources: z.array(resource).min(1).max(8),
  schema: z.record(z.string(), z.unknown()),
  display: z
    .record(z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a language"), template)
    .refine((texts) => texts.en !== undefined, "must have texts in en")
    .transform((texts) => new Map(Object.entries(texts).map(([tag, one]) => [tag.toLowerCase(), one]))),
  narrowable: z
    .array(z.enum(["actions", "datatypes", "privileges", "locations"]).or(text))
    .max(20)
    .default([]),
  whole: z.boolean().default(false),
  remembered: z.boolean().default(false),
  withoutPerson: z.array(text).max(1000).default([]),
});

/**
 * Reads every type of the folder. Throws an error that names the file and the type if one is not valid.
 *
 * @param userinfo the identifier of the resource server of /userinfo
 */
export async function openDetailsTypes(folder: string, userinfo: string): Promise<ConfiguredTypes> {
  const types = new Map<string, ConfiguredType>();
  const files = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  for (const name of files) {
    const type = readType(await readFile(join(folder, name), "utf8"), name);
    if (types.has(type.type)) throw wrong(name, type.type, "another file defines this type");
    // Its tokens need no details: what people share there is scopes and claims.
    if (type.resources.some((one) => isSameResource(one, userinfo)))
      throw wrong(name, type.type, "it is for the resource server of /userinfo");
    types.set(type.type, type);
  }
  return types;
}

/** Reads the text of a file. Throws an error that names the file and the type. */
export function readType(content: string, file: string): ConfiguredType {
  let [sent, name]: [unknown, string] = [undefined, basename(file, ".json")];
  try {
    sent = readJson(content, { longest: LARGEST_FILE });
    name = String((sent as { type?: unknown }).type ?? name);
    const { schema, display, ...others } = typeFile.parse(sent);
    const isValid = compileSchema(others.type, schema);
    for (const one of display.values()) assertShows(one, schema);
    return { ...others, isValid, display };
  } catch (err) {
    throw wrong(file, name, err instanceof z.ZodError ? z.prettifyError(err) : (err as Error).message);
  }
}

const wrong = (file: string, type: string, reason: string) =>
  new Error(`AUTHORIZATION_DETAILS_DIR: the type "${type}" in ${file} is not valid: ${reason}`);

// A misspelt name in a template would hide the value from people.
function assertShows(shown: DetailsTemplate, { properties }: Readonly<Record<string, unknown>>): void {
  const known = Object.keys((properties ?? {}) as object);
  const unknown = placeholdersIn(shown).find((path) => !known.includes(path.split(".")[0] ?? ""));
  if (unknown !== undefined) throw new Error(`the display names {${unknown}}, which the schema does not define`);
}
