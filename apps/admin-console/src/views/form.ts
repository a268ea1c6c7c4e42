/** What a browser sends: the fields of a form, or of a filter. */
import { type Call, isUpload, readFormBody, readUpload } from "@countersign/service";
import { Refusal } from "../errors.ts";

/** A configuration of the most that the API takes, with each character encoded. */
const LONGEST_BODY_BYTES = 196_608;

/** Reads one form. Throws `form_malformed`. */
export async function formOf({ req }: Pick<Call, "req">): Promise<URLSearchParams> {
  const text = await readFormBody(req, LONGEST_BODY_BYTES);
  if (text === undefined) throw new Refusal("form_malformed", "the body is not a form");
  return new URLSearchParams(text);
}

interface Sent {
  readonly form: URLSearchParams;
  readonly file?: Uint8Array | undefined;
}

/** Reads one form that may carry a file. Throws `form_malformed`. */
export async function submittedOf({ req }: Pick<Call, "req">, largestFileBytes = 0): Promise<Sent> {
  if (largestFileBytes === 0 || !isUpload(req)) return { form: await formOf({ req }) };
  const upload = await readUpload(req, largestFileBytes);
  if (upload === undefined) throw new Refusal("form_malformed", "the form cannot be read");
  return { form: new URLSearchParams([...upload.fields]), file: upload.file };
}

/** A field that was filled in. Spaces at its ends are cut. */
export const filled = (form: URLSearchParams, name: string): string | undefined => form.get(name)?.trim() || undefined;

/** The lines of a field that were filled in, or the boxes that were checked. */
export const linesIn = (form: URLSearchParams, name: string): readonly string[] =>
  form
    .getAll(name)
    .flatMap((text) => text.split(/\r?\n/))
    .map((line) => line.trim())
    .filter(Boolean);

/** The texts that were filled in, by language tag. */
export const textsIn = (form: URLSearchParams, field: string): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, text]) => {
      const isOne = name.startsWith(`${field}.`) && text.trim() !== "";
      return isOne ? [[name.slice(field.length + 1), text.trim()]] : [];
    }),
  );

/** A line for each member of a record, as `<name>=<value>`. */
export const pairLines = (record: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(record).map(([name, value]) => `${name}=${value}`);

/** The record in such lines. One without `=` has an empty value, which the API refuses, and names. */
export const pairsIn = (form: URLSearchParams, field: string): Record<string, string> =>
  Object.fromEntries(
    linesIn(form, field).map((line) => {
      const [name = "", ...value] = line.split("=");
      return [name.trim(), value.join("=").trim()];
    }),
  );
