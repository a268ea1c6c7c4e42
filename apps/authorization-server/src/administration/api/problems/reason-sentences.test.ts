import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CODES_BY_BEGINNING, reasonOfSentence } from "./reason-sentences.ts";

describe("RFC 9457 §3.2: a member that is wrong has a code", () => {
  it.each([
    ["is missing", { code: "missing" }],
    ["must be https", { code: "https" }],
    ["must be https, at port 443 of a public address, without credentials", { code: "public_https" }],
    ["must be web or native", { code: "not_listed" }],
    ["is longer than 200 characters", { code: "too_long", limit: 200 }],
    ["has more than 20 entries", { code: "too_many", limit: 20 }],
    ["has more than one @", { code: "username" }],
    ["must be at most 86400", { code: "too_large", limit: 86_400 }],
    ["has more than many entries", { code: "invalid" }],
    ["line 3: roles[0]: is empty", { code: "invalid" }],
  ])("%j: %j", (detail, reason) => {
    expect(reasonOfSentence(detail)).toEqual(reason);
  });
});

const ROOT = join(import.meta.dirname, "../../../../../..");
const FOLDERS = [
  "packages/rules/src/{client,consent,looks,people,text}/**/*.ts",
  "packages/rules/src/token/trusted-issuer.ts",
  "apps/authorization-server/src/administration/{api,clients,exchange-policies,hooks,invitations}/**/*.ts",
  "apps/authorization-server/src/administration/{organizations,people,providers,resource-servers,roles}/**/*.ts",
  "apps/authorization-server/src/administration/{settings,terms,trusted-issuers,webhooks}/**/*.ts",
];
/** Files whose sentences refuse no member: the start of the service, notes of `clients check`, descriptions. */
const OTHERS = [
  "api/environment.ts",
  "clients/operations/client-secrets.ts",
  "client/client-check.ts",
  "client/registration/client-document.ts",
  "client/record/client-record.ts",
  "api/testing/",
];

/** The sentences of refusals in programs: the last argument of a rule, a message or a detail. */
const SENTENCE =
  /(?:,|error:|message:|detail:|return|\?|:)\s*(["`])((?:must|is|has|names|may|needs|says) [^"`$]{4,150})/g;

function* sentences(): Iterable<string> {
  for (const file of globSync(FOLDERS, { cwd: ROOT })) {
    if (file.includes(".test.") || OTHERS.some((other) => file.includes(other))) continue;
    for (const [, , sentence = ""] of readFileSync(join(ROOT, file), "utf8").matchAll(SENTENCE)) yield sentence;
  }
}

it("each sentence of a rule has a beginning that is known, so that pages say it in other languages", () => {
  const known = Object.keys(CODES_BY_BEGINNING).filter((beginning) => beginning !== "must be ");
  const all = [...new Set(sentences())];
  expect(all.length).toBeGreaterThan(90);
  expect(all.filter((sentence) => !known.some((beginning) => sentence.startsWith(beginning)))).toEqual([]);
});
