import { type FileHandle, open } from "node:fs/promises";
import { Command, Option } from "commander";
import { type Converted, NotAnExport } from "../../imports/convert/converted.ts";
import { CONVERTERS } from "../../imports/convert/converters.ts";
import type { Context } from "../context.ts";
import { readBytes, reasonOf } from "../input.ts";
import { refusal } from "../refusal.ts";
import { printable, properties, type Report, reporting } from "../report.ts";

interface ConvertOptions {
  readonly from: keyof typeof CONVERTERS;
  readonly out: string;
  readonly passwords?: string;
  readonly hashConfig?: string;
  readonly rpId?: string;
}

const LARGEST_BYTES = 400 * 1024 * 1024;
const LINES_AT_ONCE = 1000;
const SHOWN = 20;

/** `users convert`: makes the lines that `users import` reads. Needs no database. */
export function convertUsers(context: Context): Command {
  const command = new Command("convert")
    .description("make the JSON lines for `users import` of the export of other software")
    .argument("<file>", "the export")
    .addOption(
      new Option("--from <software>", "what made the export").choices(Object.keys(CONVERTERS)).makeOptionMandatory(),
    )
    .requiredOption("--out <file>", "where to write the lines; the file has password hashes")
    .option("--passwords <file>", "auth0: the export of the password hashes")
    .option("--hash-config <file>", "firebase: the parameters of the password hashes, with the signer key")
    .option("--rp-id <host>", "keycloak: the RP ID of this deployment; passkeys of it are taken over, others left out");

  return reporting(command, context, async (file: string, options: ConvertOptions): Promise<Report> => {
    const [text, passwords, hashConfig] = await Promise.all(
      [file, options.passwords, options.hashConfig].map((path) => (path === undefined ? undefined : textIn(path))),
    );
    try {
      const converted = CONVERTERS[options.from](text ?? "", { passwords, hashConfig, rpId: options.rpId });
      return reported(await written(options.out, converted));
    } catch (err) {
      throw err instanceof NotAnExport ? refusal(`${file} is not an export of ${options.from}: ${err.message}`) : err;
    }
  });
}

async function textIn(path: string): Promise<string> {
  const bytes = await readBytes(path, LARGEST_BYTES);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refusal(`cannot read ${path}: it is not UTF-8`);
  }
}

interface Written {
  readonly lines: number;
  readonly skipped: readonly string[];
  readonly notes: readonly string[];
}

/** Writes the lines to a file that its owner alone may read. */
async function written(path: string, converted: Iterable<Converted>): Promise<Written> {
  const file = await open(path, "w", 0o600).catch((err: unknown) => {
    throw refusal(`cannot write ${path}: ${reasonOf(err)}`);
  });
  try {
    return await writeAll(file, converted);
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, converted: Iterable<Converted>): Promise<Written> {
  const [skipped, notes]: [string[], string[]] = [[], []];
  let [lines, waiting]: [number, string[]] = [0, []];
  for (const one of converted) {
    if ("skipped" in one) {
      skipped.push(one.skipped);
      continue;
    }
    notes.push(...one.notes);
    waiting.push(`${JSON.stringify(one.line)}\n`);
    lines += 1;
    if (waiting.length < LINES_AT_ONCE) continue;
    await file.writeFile(waiting.join(""));
    waiting = [];
  }
  await file.writeFile(waiting.join(""));
  return { lines, skipped, notes };
}

function reported({ lines, skipped, notes }: Written): Report {
  const said = [...skipped.map((one) => `left out: ${one}`), ...notes].map(printable);
  const more = said.length > SHOWN ? [`and ${said.length - SHOWN} more: --json prints all of them`] : [];
  const counts = properties({ lines, "left out": skipped.length, notes: notes.length });
  return { json: { lines, skipped, notes }, text: [counts, ...said.slice(0, SHOWN), ...more].join("\n") };
}
