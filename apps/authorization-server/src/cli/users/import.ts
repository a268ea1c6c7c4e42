import { open } from "node:fs/promises";
import { relyingPartyOf } from "@countersign/rules";
import { Command } from "commander";
import { ADMIN_SCOPES } from "../../administration/api/scopes.ts";
import type { ImportResult } from "../../administration/imports/run.ts";
import { type SealedTexts, sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { reasonOf as codeOfFailure } from "../../platform/jobs/running/parts.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { reasonOf, validate } from "../command/input.ts";
import { refusal } from "../command/refusal.ts";
import { properties, type Report, reporting } from "../command/report.ts";
import { keyEnvironment, passkeyEnvironment, readVariables } from "../config.ts";
import { openPeopleReport } from "./import-report.ts";

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
    .description("add users of other software, or change those whom an earlier import added, by JSON lines")
    .argument("<file>", "one JSON object in each line; - reads standard input")
    .option("--source <name>", "what the users come from: external ids are unique within it", "import")
    .option("--dry-run", "say what would be done, and do nothing")
    .option("--trust-verified", "addresses and numbers that the file calls verified are verified here, too")
    .option("--allow-weak-hashes", "accept password hashes that protect badly, until the first sign-in replaces them")
    .option("--report <file>", "write what became of each user: JSON lines, and text beside it; no secret")
    .addHelpText(
      "after",
      "\nReads KEY_ENCRYPTION_KEYS if a line has secrets of authenticator apps, " +
        "and ISSUER and WEBAUTHN_RP_ID if it has passkeys.",
    );

  return reporting(command, context, async (file: string, options: ImportUsersOptions): Promise<Report> => {
    // Loaded here: no other command checks hashes.
    const { importSource } = await import("../../administration/imports/line.ts");
    const { linesOf, NotText } = await import("../../administration/imports/lines.ts");
    const { runImport } = await import("../../administration/imports/run.ts");
    const source = validate(importSource, options.source, "the source");
    const [texts, rpId] = [await textsOf(context), await rpIdOf(context)];
    const dryRun = options.dryRun === true;
    const report = options.report === undefined ? undefined : await openPeopleReport(options.report);
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
        dryRun,
        by: () => byOperator(context),
        report: report && ((outcomes) => report.write(outcomes.map((one) => ({ ...one, dry_run: dryRun })))),
        onBroken: (line, err) => context.complain(`line ${line} failed: ${codeOfFailure(err)}`),
        onProgress: ({ lines, refusedLines }) => {
          if (lines % PROGRESS_LINES === 0) context.complain(`${lines} lines, ${refusedLines} refused`);
        },
      }).catch((err: unknown) => {
        throw err instanceof NotText || isOfFile(err) ? refusal(`cannot read ${file}: ${reasonOf(err)}`) : err;
      }),
    ).finally(() => report?.close());
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

function reported({ refused, refusedLines, ...counts }: ImportResult, { dryRun = false }: ImportUsersOptions): Report {
  const shown = refused.slice(0, SHOWN).map(({ line, detail }) => `line ${line}: ${detail}`);
  const more = refusedLines > SHOWN ? [`and ${refusedLines - SHOWN} more: --report writes all of them`] : [];
  const done = dryRun ? ["Nothing was imported: this is what would be done."] : [];
  const report = {
    json: { dryRun, ...counts, refusedLines, refused },
    text: [properties({ ...counts, refused: refusedLines }), ...shown, ...more, ...done].join("\n"),
  };
  return refusedLines === 0 ? report : { ...report, failure: refusal(`${refusedLines} lines were refused`) };
}

const isOfFile = (err: unknown): boolean =>
  err instanceof Error && "code" in err && OF_FILES.includes(String(err.code));
const OF_FILES = ["ENOENT", "EACCES", "EISDIR"];
