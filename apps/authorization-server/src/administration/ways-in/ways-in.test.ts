import type { Factor } from "@countersign/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { openBrowser } from "../../../testing/browser.ts";
import { signedInAs } from "../../../testing/factors/signed-in.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { password } from "../../../testing/world.ts";
import { inTransaction } from "../../platform/stores/transaction.ts";
import { beginProof } from "../../platform/stores/ways-in/address-proofs.ts";
import { undoAddressChange } from "../people/addresses.ts";
import { exportOf } from "../people/own-records.ts";
import { addPerson, disablePerson } from "../people/people.ts";
import { endOtherSessions, endSessionsOf } from "../sessions/sessions.ts";
import { resetPassword } from "./passwords.ts";
import { resetFactors } from "./second-factors.ts";
import { WAYS_IN } from "./ways-in.ts";

// The table of the service, and two rows that are added to it: nothing else in the code knows them.
vi.mock("./ways-in.ts", async (original) => {
  const { WAYS_IN: ours } = await original<typeof import("./ways-in.ts")>();
  const { CARRIED, REGISTERED, rowsOf } = await import("./way-in.ts");
  const added = (table: string) => ({
    name: table,
    factors: [],
    page: "passkeys",
    ...rowsOf({ table, section: table, columns: "label, created_at" }),
  });
  return { WAYS_IN: [...ours, { ...added("hand_sign"), ends: REGISTERED }, { ...added("spare_key"), ends: CARRIED }] };
});

let service: Service;
let userId: string;
let people = 0;
beforeAll(async () => {
  service = await startService();
  const columns =
    "user_id uuid NOT NULL REFERENCES end_user ON DELETE CASCADE, label text NOT NULL, created_at timestamptz";
  for (const table of ["hand_sign", "spare_key"]) {
    await service.rows(`CREATE TABLE ${table} (${columns}); GRANT ALL ON ${table} TO PUBLIC`);
  }
});
afterAll(() => service.close());
beforeEach(async () => {
  service.pass(3 * 86_400);
  people += 1;
  const passwordHash = await service.deps.passwords.hash(password);
  const person = { username: `person${people}`, passwordHash, claims: {} };
  userId = (await addPerson(service.database, person, by())) ?? "";
  for (const table of ["hand_sign", "spare_key"]) {
    const insert = `INSERT INTO ${table} VALUES ($1, 'old', $2), ($1, 'new', $3)`;
    await service.rows(insert, [userId, new Date(service.clock.now.getTime() - 2 * 86_400_000), service.clock.now]);
  }
});

const addressOf = () => ({ deliverable: `old${people}@example.net`, canonical: `old${people}@example.net` });
const by = () => byOperatorAt(service.clock.now);
const left = async () =>
  (
    await service.rows(
      `SELECT 'hand_sign' AS way, label FROM hand_sign WHERE user_id = $1
        UNION ALL SELECT 'spare_key', label FROM spare_key WHERE user_id = $1 ORDER BY 1, 2`,
      [userId],
    )
  ).map(({ way, label }) => `${way} ${label}`);
const detailOf = async (type: string) =>
  (await service.rows("SELECT detail FROM audit_event WHERE user_id = $1 AND type = $2", [userId, type]))[0]?.detail;
const tokenFor = async (purpose: "undo-address" | "enrolment") =>
  (
    await inTransaction(service.database.pool, (query) =>
      beginProof(query, purpose, { userId, address: addressOf() }, service.clock.now),
    )
  ).token;

describe("decision 126: a way in that is added to the table is covered by itself", () => {
  it("the undo of a change of address ends what was added since, and what browsers and mails carry", async () => {
    expect(await undoAddressChange(service.deps, await tokenFor("undo-address"), by())).toBe(true);
    expect(await left()).toEqual(["hand_sign old"]);
    expect(await detailOf("email_change_undone")).toMatchObject({ hand_sign: 1, spare_key: 2 });
  });

  it("the administrator's reset ends all of it, and says so in the audit log", async () => {
    expect(await resetFactors({ userId, reason: "taken over" }, service.deps, by())).toBe("reset");
    expect(await left()).toEqual([]);
    expect(await detailOf("factors_reset")).toMatchObject({ reason: "taken over", hand_sign: 2, spare_key: 2 });
  });

  it("a new password by a link ends what the table says", async () => {
    await service.rows("UPDATE end_user SET email = $2, email_canonical = $2 WHERE id = $1", [
      userId,
      addressOf().canonical,
    ]);
    const reset = { token: await tokenFor("enrolment"), passwordHash: "x", language: "en", browser: "" };
    const at = { at: service.clock.now, address: "192.0.2.1" };
    expect(await resetPassword(service.deps, reset, at)).toBe(userId);
    expect(await left()).toEqual(["hand_sign new", "hand_sign old"]);
    expect(await detailOf("password_reset")).toMatchObject({ spare_key: 2 });
  });

  it.each([
    ["signing out elsewhere", () => endOtherSessions(service.database, { userId, keptId: userId }, by())],
    ["signing a person out", () => endSessionsOf(service.database, userId, by())],
    ["disabling the account", () => disablePerson(service.database, userId, by(), undefined)],
  ])("%s ends what the table says", async (_, act) => {
    await act();
    expect(await left()).toEqual(["hand_sign new", "hand_sign old"]);
  });

  it("the export has it, and the account page shows it with the page where it ends", async () => {
    let text = "";
    for await (const part of exportOf(service.database, userId)) text += part;
    expect(JSON.parse(text)).toMatchObject({ hand_sign: [{ label: "old" }, { label: "new" }] });

    const browser = openBrowser(service.origin);
    const { body } = await (await signedInAs(service, `person${people}`, { browser })).get("/account/security");
    const shown = /id="way-hand_sign">(.*?)<\/div>/s.exec(body)?.[1] ?? "";
    expect(shown).toContain('href="/account/passkeys"');
    expect(shown).toContain("2, last added");
    expect(body).toContain('id="way-password"');
    expect(body).not.toContain('id="way-apps"');
  });
});

/** Tables that refer to a person and hold no way in, and why. */
const NO_WAYS_IN: Readonly<Record<string, string>> = {
  group_member: "rights, not a way in",
  hand_sign: "",
  imported_person: "where the account came from",
  mail_delivery: "what was sent; the links are rows of address_proof",
  organization_member: "rights, not a way in",
  pairwise_subject: "how clients know the person",
  person_key: "seals the audit log",
  person_picture: "a claim",
  role_assignment: "rights, not a way in",
  scim_user: "what a directory says of the person",
  second_factor_failure: "a counter",
  sign_in_name: "names: decision 127",
  spare_key: "",
  terms_acceptance: "what was accepted",
};

describe("decision 126: nothing lets a person in that is no row of the table", () => {
  it("each table about a person is of a way in, or is known to be none", async () => {
    const found = await service.rows(
      `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
        WHERE contype = 'f' AND confrelid = 'end_user'::regclass ORDER BY 1`,
    );
    const ofWays = WAYS_IN.flatMap(({ tables }) => tables);
    const known = new Set([...ofWays, ...Object.keys(NO_WAYS_IN)]);
    const names = found.map(({ name }) => String(name).replaceAll('"', ""));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining([...new Set(ofWays)].filter((name) => name !== "end_user")));
  });

  it("each factor is of one row", () => {
    const rows: Readonly<Record<Factor, string>> = {
      password: "password",
      passkey: "passkeys",
      totp: "apps",
      "recovery-code": "recoveryCodes",
      "security-key": "securityKeys",
      federated: "connections",
      "federated-mfa": "connections",
      "federated-phr": "connections",
      "remembered-device": "rememberedBrowsers",
    };
    const found = WAYS_IN.flatMap(({ name, factors }) => factors.map((factor) => [factor, name]));
    expect(found.sort()).toEqual(Object.entries(rows).sort());
  });

  it("no two rows have one name, or one section of the export", () => {
    const names = WAYS_IN.map(({ name }) => name);
    const sections = WAYS_IN.flatMap(({ exported }) => Object.keys(exported));
    expect([new Set(names).size, new Set(sections).size]).toEqual([names.length, sections.length]);
  });

  it("each row has its words in each language", () => {
    for (const language of service.deps.views.locales) {
      const pages = service.deps.views.in([language]);
      const ways = WAYS_IN.map(({ name }) => ({ name, path: undefined, count: 1, newestAt: service.clock.now }));
      const page = { person: "", path: "/account", csrf: "", done: undefined, links: [], signOut: "" };
      const common = { ...page, sections: [], owner: { name: "" } };
      const html = pages.accountSecurity({ ...common, ways, methods: [], steps: [], hasSteps: false });
      const words = [...html.matchAll(/<p class="title">([^<]+)<\/p>/g)].map(([, text]) => text);
      // The two rows of this test have none.
      expect([language, new Set(words).size]).toEqual([language, WAYS_IN.length - 1]);
    }
  });
});
