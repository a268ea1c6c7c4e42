/**
 * C5: a statement that waits for the lock of a row sees all other rows as they were before it waited. Therefore an act
 * locks first, and reads by a second statement what it decides by (decision 131).
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Database, openDatabase } from "@countersign/database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findHeld } from "../../src/administration/imports/held.ts";
import { disconnectIdentity } from "../../src/administration/people/federated-identities.ts";
import { resetFactors } from "../../src/administration/ways-in/second-factors.ts";
import { inTransaction } from "../../src/platform/stores/transaction.ts";
import { browser, by, enough } from "../locks/act.ts";
import { addPeople, type Someone } from "../locks/people.ts";
import { type Ground, mail, openGround } from "../locks/scene.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let ground: Ground;
let database: Database;
beforeAll(async () => {
  world = await openWorld();
  ground = await openGround(world);
  database = openDatabase({ connectionString: world.connectionString, max: 3 });
}, 120_000);
afterAll(async () => {
  await database.close();
  await world.close();
});

const WAITING = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

interface Waiting {
  readonly act: string;
  /** What another transaction does that holds the lock of the person. */
  readonly meanwhile: readonly string[];
  readonly run: (someone: Someone) => Promise<unknown>;
  readonly answer: unknown;
}

const CASES: readonly Waiting[] = [
  {
    act: "resetFactors of a person whose password and connection were ended",
    meanwhile: [
      "UPDATE end_user SET password_hash = NULL WHERE id = $1",
      "DELETE FROM federated_identity WHERE user_id = $1",
    ],
    run: ({ id: userId }) => resetFactors({ userId, reason: "lost" }, { database, mail }, by),
    answer: "reset",
  },
  {
    act: "disconnectIdentity of a person whose password and passkeys were ended",
    meanwhile: ["UPDATE end_user SET password_hash = NULL WHERE id = $1", "DELETE FROM passkey WHERE user_id = $1"],
    run: ({ id: userId, identity: id }) => disconnectIdentity({ database, mail }, { userId, id, browser }, enough, by),
    answer: "last",
  },
  {
    act: "an import of a person who got a role of administration",
    meanwhile: [
      `INSERT INTO role (id, resource, name, scopes, created_at, in_organizations, revoke_on_change)
       SELECT $1::uuid, resource, 'writer', '{write}', created_at, false, false FROM role LIMIT 1`,
      "INSERT INTO role_assignment (id, role_id, user_id, created_at) VALUES (gen_random_uuid(), $1, $1, now())",
    ],
    run: ({ id }) =>
      inTransaction(database.pool, async (query) => {
        const held = await findHeld(query, { source: "s", externalIds: [id], administration: ["write"] });
        return held.get(id)?.isAdministrator;
      }),
    answer: true,
  },
];

describe("C5: an act that waited for a person", () => {
  it.each(CASES)("$act sees it", async ({ meanwhile, run, answer }) => {
    const [someone] = await addPeople(world, ground, 1);
    if (someone === undefined) throw new Error("no person was added");
    const holder = await world.superuser.pool.connect();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM end_user WHERE id = $1 FOR UPDATE", [someone.id]);
    for (const text of meanwhile) await holder.query(text, [someone.id]);
    const acting = run(someone);
    while ((await world.rows(WAITING)).length === 0) await setTimeout(5);
    await holder.query("COMMIT");
    holder.release();
    expect(await acting).toEqual(answer);
  });
});

/**
 * Statements that look elsewhere for the rows which they lock. The act decides by values that are read after them, or
 * that stand in a locked row: a lost token comes back only with the predecessor that it spends.
 */
const FINDS_WHAT_IT_LOCKS = new Set([
  "administration/scim/scim-group-members.ts",
  "platform/stores/issued/resumption.ts",
  // A token that is revoked while the exchange waits ends what came from it: introspection looks again.
  "platform/stores/issued/authorization-exchange.ts",
]);

/** The texts of SQL that wait for a lock and read other rows than those that they lock. */
const readingWhileLocking = (source: string): readonly string[] =>
  [...source.matchAll(/`[^`]*`/g)]
    .map(([text]) => text)
    .filter((text) => /\bFOR (?:NO KEY )?(?:UPDATE|SHARE)\b(?! (?:OF \w+ )?SKIP LOCKED)/.test(text))
    .filter((text) => /\bEXISTS \(|\(SELECT\b[\s\S]*\) AS /.test(text));

const SOURCES = fileURLToPath(new URL("../../src", import.meta.url));

describe("C5: no statement waits for a lock and reads other rows", () => {
  it.each([
    "`SELECT EXISTS (SELECT FROM passkey WHERE user_id = u.id) FROM end_user u WHERE id = $1 FOR NO KEY UPDATE`",
    "`SELECT (SELECT count(*) FROM passkey) AS n FROM end_user u WHERE id = $1 FOR UPDATE OF u`",
  ])("%s would be noticed", (text) => expect(readingWhileLocking(text)).toEqual([text]));

  it("of the service", () => {
    const files = globSync("**/*.ts", { cwd: SOURCES }).filter((name) => !/\.test\.ts$|^testing\//.test(name));
    expect(files.length).toBeGreaterThan(300);
    const found = files
      .filter((name) => !FINDS_WHAT_IT_LOCKS.has(name))
      .flatMap((name) =>
        readingWhileLocking(readFileSync(join(SOURCES, name), "utf8")).map((text) => `${name}: ${text}`),
      );
    expect(found).toEqual([]);
  });
});
