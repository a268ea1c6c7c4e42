import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ENTITIES } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { problem, startConsole, type TestConsole } from "../../testing/console.ts";
import { wordsOf } from "./details.ts";

let console: TestConsole | undefined;
afterEach(() => console?.close());

const [ID, OTHER] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
const ALL = ["audit:read", "roles:read", "settings:read", "organizations:read", "clients:read"];
const sample = answersWith("alice");
const event = {
  ...(sample.listAuditEvents.items[0] as object),
  type: "exchange_policy_changed",
  detail: { policy: ID, excludedGroups: [ID, OTHER], maxLifetimeSeconds: 60, organization: ID, hook: ID, note: null },
};
/** The names and values of the details of an event with those. */
async function detailsFor(scopes: readonly string[], answers = {}): Promise<ReadonlyMap<string, string>> {
  console = await startConsole({
    scopes: [...scopes],
    answers: { ...sample, listAuditEvents: { items: [event] }, ...answers },
  });
  const html = await (await console.get("/audit")).text();
  const [panel = ""] = /<details class="menu drawer"[\s\S]*?<\/details>/.exec(html) ?? [];
  const facts = panel.matchAll(/<dt>([\s\S]*?)<\/dt><dd>([\s\S]*?)<\/dd>/g);
  return new Map([...facts].map(([, name = "", value = ""]) => [name, value.trim()]));
}
const named = (name: string) => ({ ...sample.readGroup, name });

describe("the details of an event name what their ids stand for", () => {
  const answers = {
    readExchangePolicy: named("Orders for stock"),
    readGroup: ({ path }: { readonly path?: { readonly id?: string } }) =>
      named(path?.id === ID ? "Support" : "<Staff>"),
    readOrganization: { ...sample.readOrganization, name: "Acme" },
    readHook: problem(404),
  };

  it("with links, in words; what is gone is an id", async () => {
    const details = await detailsFor(ALL, answers);
    expect(details.get("Policy")).toBe(`<a href="/settings/exchange-policies/${ID}"><bdi>Orders for stock</bdi></a>`);
    expect(details.get("Groups that are left out")).toBe("<bdi>Support, &lt;Staff&gt;</bdi>");
    expect(details.get("Organization")).toContain(">Acme<");
    expect(details.get("Hook")).toBe(`<bdi>${ID}</bdi>`);
  });

  it("to an auditor, who reads nothing else, all of them are ids, and nothing is asked for", async () => {
    const details = await detailsFor(["audit:read"], answers);
    expect(details.get("Policy")).toBe(`<bdi>${ID}</bdi>`);
    expect(console?.sent.map(({ operation }) => operation)).toEqual(["listAuditEvents"]);
  });
});

describe("the details of an event have words", () => {
  const folder = join(import.meta.dirname, "..", "..", "views", "messages");
  const textsIn = (language: string): Readonly<Record<string, string>> =>
    Object.assign(
      {},
      ...readdirSync(folder).map((area) => JSON.parse(readFileSync(join(folder, area, `${language}.json`), "utf8"))),
    );
  const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

  it.each(["en", "de", "fr", "es", "zh"])("%s: each member of an entity that an event may have", (language) => {
    const texts = textsIn(language);
    const without = Object.values(ENTITIES).flatMap(({ one, fields }) =>
      fields
        .filter(({ as }) => as === "written" || as === "fixed" || as === "switch")
        .filter(({ name }) => !wordsOf(`${one}_changed`, camel(name)).some((key) => key in texts))
        .map(({ name }) => `${one}: ${name}`),
    );
    expect(without).toEqual([]);
  });

  it.each(["en", "de", "fr", "es", "zh"])("%s: what other events have", (language) => {
    const texts = textsIn(language);
    const names = [
      ...["act", "alg", "authorizationId", "backupEligible", "by", "changes", "decision", "deviceAddress", "differing"],
      ...["document", "ended", "endedBy", "error", "event", "expiresAt", "failure", "given", "giver", "grantedClaims"],
      ...["host", "identities", "imported", "jti", "keyEncryptionKeyId", "kind", "lastUsedAt", "link", "managedBy"],
      ...["maxClients", "members", "more", "open", "organizationId", "overlapSeconds", "policy", "removed", "revoked"],
      ...["previousSecretExpiresAt", "resourceServer", "roles", "test", "to", "trustedIssuer", "use", "uses"],
    ];
    expect(names.filter((name) => !wordsOf("other", name).some((key) => key in texts))).toEqual([]);
  });
});
