/** Which deployment a command is about: the one of DATABASE_URL, or one elsewhere that has an issuer. */
import { type Command, Option } from "commander";
import type { Context } from "./context.ts";
import { misuse } from "./refusal.ts";

export const issuerOption = () =>
  new Option(
    "--issuer <url>",
    "act at a deployment elsewhere, through its administration API (COUNTERSIGN_DEPLOYMENT)",
  );

/** The issuer of the deployment elsewhere; undefined if the command acts on the database. */
export function deploymentOf(command: Command, { environment }: Pick<Context, "environment">): string | undefined {
  const given = rootOf(command).opts().issuer ?? environment.COUNTERSIGN_DEPLOYMENT;
  return given === "" ? undefined : given;
}

/** Refuses a command that acts on the database only, where a deployment elsewhere is named. */
export function assertHere(command: Command, context: Pick<Context, "environment">): void {
  const issuer = deploymentOf(command, context);
  if (issuer === undefined) return;
  throw misuse(
    `${wordsOf(command)} works on the database only, so it runs where the deployment does, not at ${issuer}. ` +
      "Leave out --issuer and COUNTERSIGN_DEPLOYMENT there. The console and the API may have it",
  );
}

const rootOf = (command: Command): Command => (command.parent === null ? command : rootOf(command.parent));

/** The words that lead to a command, without the name of the command line. */
export const wordsOf = (command: Command): string =>
  command.parent === null ? "" : `${wordsOf(command.parent)} ${command.name()}`.trim();
