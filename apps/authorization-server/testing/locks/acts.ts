/** Every act upon the database that locks more than one row, by name. */
import { readdirSync } from "node:fs";
import { DEPLOYMENT_ACTS } from "./deployment-acts.ts";
import { DOMAIN_ACTS } from "./domain-acts.ts";
import { GROUND_ACTS } from "./ground-acts.ts";
import { KEPT_ACTS } from "./kept-acts.ts";
import { PERSON_ACTS } from "./person-acts.ts";
import { SIGN_IN_ACTS } from "./sign-in-acts.ts";

export const ACTS = {
  ...PERSON_ACTS,
  ...SIGN_IN_ACTS,
  ...GROUND_ACTS,
  ...KEPT_ACTS,
  ...DOMAIN_ACTS,
  ...DEPLOYMENT_ACTS,
};

/**
 * What administration exports other than acts: parts of acts, which other acts run, functions that only read, and the
 * removal of a signing key, which only an advisory lock guards.
 */
const NO_ACTS = [
  "accountsToErase anyInvitation assertFits assertKnown assertUsername cancelErasure changeMembers countKept",
  "claimMappingOf",
  "completeAccount connectIn deletionDueAt domainsToCheck enableAccount endAccess endAccount endByWish",
  "endForErasure endGivenBy endIssuedBy endOldAccess endWaysIn exportedWays exportOf giveInvitedRoles groupResourceOf",
  "hasSession idOfGround insertAccount insertGroup insertPasskey isNoOwner isRefused isUuid isVerified isVoid join",
  "joinByInvitation joinUnlessEnded keepAccount keeping keepsSecret lapsesAt leave listConsents listDocuments",
  "lockConcerned lockKept lockWithClients malformed missing newClient openWaysOf overlapOf ownEvents patchedMembers",
  "ownersAt problemOfProvider proofOf proveOrganizationDomain sqlIn receiverUrl recordSignInTrial Refused",
  "removeDependents",
  "removeUnlessDemanded reopen resourceOf rolesWith rotationShape rowsOf secretColumns setActive setName stateOf",
  "removeSigningKey tellOfConnections undefinedIfEnded unlessTaken withdrawSince writeClaims",
  "exampleFor",
  "differing entityTable findKept findTerms idOf idOfKept isEachOnce isIssuer listKept listTerms markKept ownCard",
  "pageOfKept usesOf visible",
].flatMap((line) => line.split(" "));

const ADMINISTRATION = new URL("../../src/administration/", import.meta.url);

/** No files of acts: declarations and tests, and what calls acts. */
const DECLARES_OR_TESTS = /\.test\.ts$|^(?:entity(?!-acts)|open-)|\/(?:entity|store)\.ts$/;
const CALLS_ACTS = /^(?:api|configuration|imports)\/|operations(?:\.ts$|\/)/;
const isOfActs = (name: string) => name.endsWith(".ts") && !DECLARES_OR_TESTS.test(name) && !CALLS_ACTS.test(name);

/** What administration exports that is in no table of acts. */
export async function actsWithoutTable(): Promise<readonly string[]> {
  const files = readdirSync(ADMINISTRATION, { recursive: true, encoding: "utf8" }).filter(isOfActs);
  const modules = await Promise.all(files.map((name) => import(new URL(name, ADMINISTRATION).href)));
  const exported = modules.flatMap((one) => Object.entries(one as object));
  const known = new Set([...NO_ACTS, ...Object.keys(ACTS).map((name) => name.split("/")[0])]);
  return exported.flatMap(([name, value]) => (typeof value === "function" && !known.has(name) ? [name] : []));
}
