import { open, writeFile } from "node:fs/promises";
import { relyingPartyOf } from "@countersign/rules";
import { Command } from "commander";
import { ADMIN_SCOPES } from "../../admin-api/scopes.ts";
import type { RefusedLine } from "../../imports/problems.ts";
import type { ImportResult } from "../../imports/run.ts";
import { type SealedTexts, sealedTexts } from "../../keys/sealed-texts.ts";
import { keyEnvironment, passkeyEnvironment, readVariables } from "../config.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { reasonOf, validate } from "../input.ts";
import { refusal } from "../refusal.ts";
import { properties, type Report, reporting } from "../report.ts";

interface ImportUsersOptions {
  readonly source: string;
  readonly dryRun?: boolean;
  readonly trustVerified?: boolean;
  readonly allowWeakHashes?: boolean;
  readonly report?: string;
}

const PIECE_BYTES = 65_536;
const PROGRESS_LINES = 10_000;
const SHOWN = 20;

/** `users import`: accounts of people of other software, from a file of JSON lines. */
export function importUsers(context: Context): Command {
  const command = new Command("import")
    .description("add people of other software, or change those whom an earlier import added, by JSON lines")
    .argument("<file>", "one JSON object in each line; - reads standard input")
    .option("--source <name>", "what the people come from: external ids are unique within it", "import")
    .option("--dry-run", "say what would be done, and do nothing")
    .option("--trust-verified", "addresses and numbers that the file calls verified are verified here, too")
    .option("--allow-weak-hashes", "accept password hashes that protect badly, until the first sign-in replaces them")
    .option("--report <file>", "write the refused lines to a file, as JSON lines")
    .addHelpText(
      "after",
      "\nReads KEY_ENCRYPTION_KEYS if a line has secrets of authenticator apps, " +
        "and ISSUER and WEBAUTHN_RP_ID if it has passkeys.",
    );

  return reporting(command, context, async (file: string, options: ImportUsersOptions): Promise<Report> => {
    // Loaded here: no other command checks hashes.
    const { importSource } = await import("../../imports/line.ts");
    const { linesOf, NotText } = await import("../../imports/lines.ts");
    const { runImport } = await import("../../imports/run.ts");
    const source = validate(importSource, options.source, "the source");
    const [texts, rpId] = [await textsOf(context), await rpIdOf(context)];
    const result = await withDatabase(context, (database) =>
      runImport(database, {
        lines: linesOf(file === "-" ? context.stdin : bytesOf(file)),
        options: {
          source,
          trustVerified: options.trustVerified === true,
          allowWeakHashes: options.allowWeakHashes === true,
        },
        administration: ADMIN_SCOPES,
        sealedTexts: texts,
        rpId,
        dryRun: options.dryRun === true,
        by: () => byOperator(context),
        onProgress: ({ lines, refused }) => {
          if (lines % PROGRESS_LINES === 0) context.complain(`${lines} lines, ${refused.length} refused`);
        },
      }).catch((err: unknown) => {
        throw err instanceof NotText || isOfFile(err) ? refusal(`cannot read ${file}: ${reasonOf(err)}`) : err;
      }),
    );
    if (options.report !== undefined) await writeReport(options.report, result.refused);
    return reported(result, options);
  });
}

/** The RP ID of passkeys, if the command knows the issuer. */
async function rpIdOf({ environment }: Context): Promise<string | undefined> {
  if (environment.ISSUER === undefined) return undefined;
  const { ISSUER: issuer, WEBAUTHN_RP_ID: rpId } = await readVariables(passkeyEnvironment, environment);
  return relyingPartyOf({ issuer, rpId, isExclusive: false, relatedOrigins: [] })?.id;
}

/** The bytes of a file, a piece at a time. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE_BYTES));
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** The keys are read when they are needed: an import without authenticator apps needs none. */
async function textsOf(context: Context): Promise<() => SealedTexts> {
  if (context.environment.KEY_ENCRYPTION_KEYS === undefined) {
    return () => {
      throw refusal("a line has secrets of authenticator apps: set KEY_ENCRYPTION_KEYS as the service has it");
    };
  }
  const { KEY_ENCRYPTION_KEYS } = await readVariables(keyEnvironment, context.environment);
  return () => sealedTexts(KEY_ENCRYPTION_KEYS);
}

function reported({ refused, ...counts }: ImportResult, { dryRun = false }: ImportUsersOptions): Report {
  const shown = refused.slice(0, SHOWN).map(({ line, detail }) => `line ${line}: ${detail}`);
  const more = refused.length > SHOWN ? [`and ${refused.length - SHOWN} more: --report writes all of them`] : [];
  const done = dryRun ? ["Nothing was imported: this is what would be done."] : [];
  const report = {
    json: { dryRun, ...counts, refused },
    text: [properties({ ...counts, refused: refused.length }), ...shown, ...more, ...done].join("\n"),
  };
  return refused.length === 0 ? report : { ...report, failure: refusal(`${refused.length} lines were refused`) };
}

async function writeReport(path: string, refused: readonly RefusedLine[]): Promise<void> {
  const lines = refused.map((line) => `${JSON.stringify(line)}\n`).join("");
  await writeFile(path, lines).catch((err: unknown) => {
    throw refusal(`cannot write ${path}: ${reasonOf(err)}`);
  });
}

const isOfFile = (err: unknown): boolean =>
  err instanceof Error && "code" in err && OF_FILES.includes(String(err.code));
const OF_FILES = ["ENOENT", "EACCES", "EISDIR"];
