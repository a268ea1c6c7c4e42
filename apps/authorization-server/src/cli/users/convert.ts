import { type FileHandle, open } from "node:fs/promises";
import { Command, Option } from "commander";
import { conversionOutcome } from "../../administration/imports/conversion-outcome.ts";
import { type Converted, NotAnExport } from "../../administration/imports/convert/converted.ts";
import { CONVERTERS } from "../../administration/imports/convert/converters.ts";
import type { PersonOutcome } from "../../administration/imports/outcomes.ts";
import type { Context } from "../command/context.ts";
import { readBytes, reasonOf } from "../command/input.ts";
import { refusal } from "../command/refusal.ts";
import { printable, properties, type Report, reporting } from "../command/report.ts";
import { openPeopleReport } from "./import-report.ts";

interface ConvertOptions {
  readonly from: keyof typeof CONVERTERS;
  readonly out: string;
  readonly passwords?: string;
  readonly hashConfig?: string;
  readonly rpId?: string;
  readonly report?: string;
}

const LARGEST_BYTES = 400 * 1024 * 1024;
const PEOPLE_AT_ONCE = 1000;
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
    .option("--rp-id <host>", "keycloak: the RP ID of this deployment; passkeys of it are taken over, others left out")
    .option("--report <file>", "write what became of each user: JSON lines, and text beside it; no secret");

  return reporting(command, context, async (file: string, options: ConvertOptions): Promise<Report> => {
    const [text, passwords, hashConfig] = await Promise.all(
      [file, options.passwords, options.hashConfig].map((path) => (path === undefined ? undefined : textIn(path))),
    );
    try {
      const converted = CONVERTERS[options.from](text ?? "", { passwords, hashConfig, rpId: options.rpId });
      return reported(await written(options, converted));
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

/** Writes the lines, and the report, to files that only their owner may read. */
async function written({ out: path, report: at }: ConvertOptions, converted: Iterable<Converted>): Promise<Written> {
  const file = await open(path, "w", 0o600).catch((err: unknown) => {
    throw refusal(`cannot write ${path}: ${reasonOf(err)}`);
  });
  try {
    const report = at === undefined ? undefined : await openPeopleReport(at);
    return await writeAll(converted, { file, report: report?.write }).finally(() => report?.close());
  } finally {
    await file.close();
  }
}

interface Out {
  readonly file: FileHandle;
  readonly report: ((outcomes: readonly PersonOutcome[]) => Promise<void>) | undefined;
}

async function writeAll(converted: Iterable<Converted>, { file, report }: Out): Promise<Written> {
  const [skipped, notes]: [string[], string[]] = [[], []];
  let lines = 0;
  for (const batch of inBatches(converted)) {
    const texts: string[] = [];
    const outcomes = batch.map((one) => {
      if ("skipped" in one) skipped.push(`${one.who}: ${one.skipped}`);
      else {
        notes.push(...one.left.map((what) => `${one.who}: ${what}`));
        texts.push(`${JSON.stringify(one.line)}\n`);
      }
      return conversionOutcome(one, lines + texts.length);
    });
    lines += texts.length;
    await file.writeFile(texts.join(""));
    await report?.(outcomes);
  }
  return { lines, skipped, notes };
}

function* inBatches<One>(all: Iterable<One>): Iterable<readonly One[]> {
  let batch: One[] = [];
  for (const one of all) {
    batch.push(one);
    if (batch.length < PEOPLE_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function reported({ lines, skipped, notes }: Written): Report {
  const said = [...skipped.map((one) => `left out: ${one}`), ...notes].map(printable);
  const more = said.length > SHOWN ? [`and ${said.length - SHOWN} more: --report writes all of them`] : [];
  const counts = properties({ lines, "left out": skipped.length, notes: notes.length });
  return { json: { lines, skipped, notes }, text: [counts, ...said.slice(0, SHOWN), ...more].join("\n") };
}
