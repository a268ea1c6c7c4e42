import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { heardMail } from "../../../testing/servers/mail.ts";
import { noon, openWorld, resource, type World } from "../../../testing/world.ts";
import { proofOf } from "../../administration/organizations/domain-checks.ts";
import {
  addOrganizationDomain,
  proveOrganizationDomain,
} from "../../administration/organizations/organization-domains.ts";
import { addOrganization } from "../../administration/organizations/organizations.ts";
import { addRole, assignRole } from "../../administration/roles/roles.ts";
import { findOrganizationDomain } from "../records/organizations.ts";
import { checkDomains } from "./check-domains.ts";

let world: World;
let organizationId: string;
let domain: string;
/** What the DNS says now: undefined if it does not answer. */
let texts: readonly string[] | undefined;
let asked: string[];
let mails: string[];
const log = { error: vi.fn(), info: vi.fn() };
const mail = heardMail(({ kind, to, parameters }) => mails.push(`${kind} ${to} ${JSON.stringify(parameters)}`));
const txtRecords = async (name: string) => {
  asked.push(name);
  return texts;
};
const by = () => byOperatorAt(world.clock.now);
const acts = () => ({ database: world.database, mail, administration: resource, txtRecords });

beforeAll(async () => {
  world = await openWorld();
  const owner = { resource, name: "owner" };
  await addRole(world.database, { ...owner, scopes: [] }, by());
  await assignRole(world.database, owner, { userId: world.alice }, by());
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.now = noon;
  await world.rows("DELETE FROM organization");
  [asked, mails] = [[], []];
  organizationId = await organization();
  domain = (await proved(organizationId)).id;
  [asked, mails] = [[], []];
});

async function organization(): Promise<string> {
  const slug = `o${randomUUID().slice(0, 8)}`;
  return String(await addOrganization(world.database, { slug, name: slug }, by()));
}
async function claim(organization: string) {
  const added = await addOrganizationDomain(
    world.database,
    { organizationId: organization, domain: "acme.example" },
    by(),
  );
  if (typeof added === "string") throw new Error(added);
  const found = await findOrganizationDomain(world.database, { organizationId: organization, id: added.id });
  if (found === undefined) throw new Error("there is no domain");
  return { ...found, organizationId: organization };
}
async function proved(organization: string) {
  const claimed = await claim(organization);
  texts = ["v=spf1", proofOf(claimed).value];
  expect(await proveOrganizationDomain(acts(), claimed, by())).toBe("verified");
  return claimed;
}
const passDays = (days: number) => world.pass(days * 86_400);
const run = () => checkDomains({ ...acts(), log, at: world.clock.now });
const isVerified = async (id = domain) =>
  (await world.rows("SELECT verified_at FROM organization_domain WHERE id = $1", [id]))[0]?.verified_at !== null;
const events = async () =>
  (
    await world.rows(
      `SELECT replace(type, 'organization_domain_', '') AS type, actor FROM audit_event
        WHERE detail->>'organization' = $1 AND type LIKE 'organization_domain_%' ORDER BY id OFFSET 2`,
      [organizationId],
    )
  ).map(({ type, actor }) => `${type} by ${actor}`);
const toOwners = (kind: string) => `${kind} alice@example.org {"domain":"acme.example"}`;

describe("C4: the record of a verified domain has to stay", () => {
  it("it is looked for every week, and nothing happens while it is there", async () => {
    passDays(6.9);
    await run();
    expect(asked).toEqual([]);
    for (let week = 0; week < 10; week++, passDays(7.1)) await run();
    expect(asked).toEqual(Array.from({ length: 9 }, () => "_countersign.acme.example"));
    expect([await isVerified(), await events(), mails]).toEqual([true, [], []]);
  });

  it("once it is gone, the administrators are told, and after four weeks the domain is unverified", async () => {
    texts = [];
    passDays(7);
    await run();
    expect([await isVerified(), await events(), mails]).toEqual([
      true,
      ["missing by schedule"],
      [toOwners("domain-missing")],
    ]);
    for (let day = 1; day < 28; day++) {
      passDays(1);
      await run();
    }
    expect([await isVerified(), mails.length]).toEqual([true, 1]);
    passDays(1);
    await run();
    expect(await isVerified()).toBe(false);
    expect(await events()).toEqual(["missing by schedule", "lapsed by schedule"]);
    expect(mails.at(-1)).toBe(toOwners("domain-lapsed"));
  });

  it("if it is back in time, everything is as before", async () => {
    const held = texts;
    texts = ["of another organization"];
    passDays(7);
    await run();
    texts = held;
    passDays(20);
    await run();
    texts = [];
    passDays(7);
    await run();
    passDays(27);
    await run();
    expect(await isVerified()).toBe(true);
    expect(await events()).toEqual(["missing by schedule", "found by schedule", "missing by schedule"]);
  });

  it("an answer of the DNS counts for what was known when it was asked for, not for what came later", async () => {
    texts = [];
    passDays(7);
    await run();
    // On the last day, another process finds the record while this one looks for it, and verifies the domain again.
    passDays(28);
    const found = async () => {
      await world.rows("UPDATE organization_domain SET missing_since = NULL WHERE id = $1", [domain]);
      return [];
    };
    await checkDomains({ ...acts(), txtRecords: found, log, at: world.clock.now });
    expect([await isVerified(), await events()]).toEqual([true, ["missing by schedule"]]);
  });

  it("servers that do not answer take no domain away", async () => {
    texts = undefined;
    for (let day = 0; day < 100; day++, passDays(1)) await run();
    expect([await isVerified(), await events(), mails]).toEqual([true, [], []]);
  });

  it("the administrators of the organization are told, if there are any, and no owner", async () => {
    const role = { resource, name: "organizations" };
    await addRole(world.database, { ...role, scopes: [] }, by()).catch(() => {});
    await world.rows("INSERT INTO organization_member VALUES ($1, $2, now())", [organizationId, world.mallory]);
    await world.rows(
      `INSERT INTO organization_role (id, organization_id, role_id, user_id, created_at)
       SELECT gen_random_uuid(), $1, id, $2, now() FROM role WHERE resource = $3 AND name = 'organizations'`,
      [organizationId, world.mallory, resource],
    );
    texts = [];
    passDays(7);
    await run();
    expect(mails).toEqual(['domain-missing mallory@example.org {"domain":"acme.example"}']);
  });

  it("A16: a domain whose result cannot be written keeps no other one", async () => {
    const other = await organization();
    await world.rows("UPDATE organization_domain SET domain = 'broken.example' WHERE id = $1", [domain]);
    const second = await proved(other);
    await world.rows(
      `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'this row is broken'; END $$`,
    );
    await world.rows(
      `CREATE TRIGGER refuse BEFORE UPDATE ON organization_domain
         FOR EACH ROW WHEN (OLD.domain = 'broken.example') EXECUTE FUNCTION refuse()`,
    );
    texts = [];
    passDays(7);
    await run();
    await world.rows("DROP TRIGGER refuse ON organization_domain");
    expect(await world.rows("SELECT id FROM organization_domain WHERE missing_since IS NOT NULL")).toEqual([
      { id: second.id },
    ]);
    expect(await world.rows("SELECT part FROM job_failure")).toEqual([{ part: domain }]);
  });
});

describe("C4: an organization that has the domain now can contest it", () => {
  const contest = async (claimed: Awaited<ReturnType<typeof claim>>) => proveOrganizationDomain(acts(), claimed, by());

  it("its holder is told, has seven days to put the record back, and then loses it", async () => {
    const newcomer = await claim(await organization());
    texts = [proofOf(newcomer).value];
    const heldUntil = new Date(noon.getTime() + 7 * 86_400_000);
    expect(await contest(newcomer)).toEqual({ heldUntil });
    expect(await contest(newcomer)).toEqual({ heldUntil });
    expect([await isVerified(), await events(), mails]).toEqual([
      true,
      ["contested by operator"],
      [toOwners("domain-contested")],
    ]);
    passDays(6.9);
    expect(await contest(newcomer)).toEqual({ heldUntil });
    passDays(0.1);
    expect(await contest(newcomer)).toBe("verified");
    expect([await isVerified(), await isVerified(newcomer.id)]).toEqual([false, true]);
    expect(mails.at(-1)).toBe(toOwners("domain-lapsed"));
  });

  it("not while the record of its holder is there, too", async () => {
    const newcomer = await claim(await organization());
    texts = [...(texts ?? []), proofOf(newcomer).value];
    expect(await contest(newcomer)).toBe("held");
    expect([await isVerified(), await events(), mails]).toEqual([true, [], []]);
  });

  it("nor once the record is back: a later contest begins again", async () => {
    const held = texts;
    const newcomer = await claim(await organization());
    texts = [proofOf(newcomer).value];
    await contest(newcomer);
    texts = held;
    passDays(6);
    await run();
    texts = [proofOf(newcomer).value];
    passDays(2);
    expect(await contest(newcomer)).toEqual({ heldUntil: new Date(noon.getTime() + 15 * 86_400_000) });
  });

  it("nor by a claim without a record", async () => {
    const newcomer = await claim(await organization());
    texts = [];
    expect(await contest(newcomer)).toBe("not_found");
    expect(await events()).toEqual([]);
  });
});
