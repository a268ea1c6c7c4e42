import { foldUsername } from "@countersign/rules";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { noon, openWorld, type World } from "../../../../testing/world.ts";
import { addPerson } from "../../../administration/people/people.ts";
import { listAuditEvents } from "../../records/audit-events.ts";
import { findPerson } from "../../records/people.ts";
import { FIRST_BY_USERNAME, foldUsernames, HAS_USERNAME } from "./usernames.ts";
import { userStore } from "./users.ts";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const add = (username: string) =>
  addPerson(world.database, { username, passwordHash: "x", claims: {} }, byOperatorAt(noon));
const signsIn = async (username: string) => (await userStore(world.database).findForSignIn(username))?.id;

/** Adds an account as earlier versions did. */
async function addAsBefore(username: string): Promise<string> {
  const [row] = await world.rows(
    `INSERT INTO end_user (id, username, password_hash, created_at, updated_at)
     VALUES (gen_random_uuid(), $1, 'x', now(), now()) ON CONFLICT (lower(username)) DO NOTHING RETURNING id`,
    [username],
  );
  return String(row?.id);
}

describe("RFC 8265 §3.3, cred-12: one way to compare usernames", () => {
  it("all letters that PostgreSQL's lower() treats as equal stay equal, so no account is lost", async () => {
    const letters = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
      .map((code) => String.fromCodePoint(code))
      .filter((letter) => /\p{L}|\p{M}|\p{N}|\p{S}/u.test(letter));
    const text =
      "SELECT letter, lower(letter) AS lower FROM unnest($1::text[]) AS t (letter) WHERE lower(letter) <> letter";
    const changed = await world.rows(text, [letters]);
    expect(changed.length).toBeGreaterThan(1000);
    const apart = changed.filter(({ letter, lower }) => foldUsername(String(letter)) !== foldUsername(String(lower)));
    expect(apart).toEqual([]);
  });

  it("any spelling finds an account, for sign-in, for an operator and in the audit log", async () => {
    const id = await add("İbrahim");
    for (const spelling of ["ibrahim", "IBRAHIM", "ıbrahim", "ｉbrahim"]) {
      expect(await signsIn(spelling)).toBe(id);
      expect((await findPerson(world.database, spelling))?.username).toBe("İbrahim");
      const question = { since: undefined, type: undefined, clientId: undefined, limit: 9, user: spelling };
      expect(await listAuditEvents(world.database, question)).toMatchObject([{ type: "user_added", userId: id }]);
    }
  });

  it.each(["x".repeat(321), "ali\0ce", "", "\ud800"])("an invalid username finds no account (%j)", async (username) => {
    expect(await signsIn(username)).toBeUndefined();
    expect(await findPerson(world.database, username)).toBeUndefined();
  });
});

describe("UTS #39 §4, cred-13: an account that looks like another", () => {
  it.each([
    ["in capitals", "CARLA"],
    ["in fullwidth letters", "ｃarla"],
    ["with Cyrillic letters", "саrla"],
    ["only in Cyrillic letters, for one in Latin letters", "сосо"],
  ])("is refused %s", async (_, username) => {
    for (const there of ["carla", "coco"]) expect(await add(there)).toBeDefined();
    expect(await add(username)).toBeUndefined();
    expect(await world.rows("SELECT FROM end_user WHERE username = $1", [username])).toEqual([]);
  });

  it("is created by one of two concurrent commands", async () => {
    const ids = await Promise.all(["сосо", "coco", "COCO", "СОСО"].map(add));
    expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
  });

  it("may differ in ASCII letters that look alike, because people have such names", async () => {
    expect(await add("bern@example.com")).toBeDefined();
    expect(await add("bem@example.com")).toBeDefined();
  });
});

describe("accounts of an older version", () => {
  it("sign in with the old comparison until their username is folded, and in any spelling after that", async () => {
    const id = await addAsBefore("Straße");
    expect([await signsIn("STRAßE"), await signsIn("strasse")]).toEqual([id, undefined]);
    expect(await foldUsernames(world.database)).toEqual([]);
    expect([await signsIn("STRAßE"), await signsIn("strasse")]).toEqual([id, id]);
    expect(await add("strasse")).toBeUndefined();
  });

  it("keep their own spellings if two are equal now, which is reported", async () => {
    const [one, other] = [await addAsBefore("straße"), await addAsBefore("strasse")];
    const conflicts = await foldUsernames(world.database);
    expect(conflicts.map(({ username, other, kind }) => [[username, other].sort(), kind])).toEqual([
      [["strasse", "straße"], "same"],
    ]);
    expect([await signsIn("straße"), await signsIn("STRASSE")]).toEqual([one, other]);
    expect(await foldUsernames(world.database)).toEqual(conflicts);
  });

  it("keep every spelling if two look alike, which is reported", async () => {
    const [latin, cyrillic] = [await addAsBefore("coco"), await addAsBefore("сосо")];
    expect(await foldUsernames(world.database)).toMatchObject([{ kind: "alike" }]);
    expect([await signsIn("COCO"), await signsIn("СОСО")]).toEqual([latin, cyrillic]);
    expect(await add("cосо")).toBeUndefined();
  });

  it("are folded by several processes at once, in batches, while an older replica adds more", async () => {
    await world.rows(
      `INSERT INTO end_user (id, username, created_at, updated_at)
       SELECT gen_random_uuid(), 'Person' || n, now(), now() FROM generate_series(1, 2500) n`,
    );
    await Promise.all([foldUsernames(world.database), foldUsernames(world.database), addAsBefore("Late")]);
    await foldUsernames(world.database);
    const left = "SELECT username FROM end_user WHERE username_folded IS NULL OR username_look IS NULL";
    expect(await world.rows(left)).toEqual([]);
    expect(await signsIn("PERSON2500")).toBeDefined();
  });

  it("are folded while requests create authorizations for them: neither waits for the other", async () => {
    const id = await addAsBefore("Straße");
    const request = await world.superuser.pool.connect();
    const fold = await world.superuser.pool.connect();
    await request.query("BEGIN");
    await request.query("SELECT FROM end_user WHERE id = $1 FOR KEY SHARE", [id]); // The lock of a foreign key.
    await fold.query("SET lock_timeout = '1s'");
    const folded = foldUsernames({ pool: fold as unknown as typeof world.database.pool });
    const conflicts = await folded.finally(() => {
      for (const client of [request, fold]) client.release(true);
    });
    expect(conflicts).toEqual([]);
  });

  it("are found by an index, whether or not their username is folded", async () => {
    await world.rows(
      `INSERT INTO end_user (id, username, username_folded, created_at, updated_at)
       SELECT gen_random_uuid(), 'P' || n, CASE WHEN n % 2 = 0 THEN 'p' || n END, now(), now()
         FROM generate_series(1, 5000) n`,
    );
    await world.rows("ANALYZE end_user");
    const question = `SELECT id FROM end_user WHERE ${HAS_USERNAME} ${FIRST_BY_USERNAME}`;
    const plan = JSON.stringify(await world.rows(`EXPLAIN ${question}`.replace("$1", "'p8'").replace("$2", "'P8'")));
    expect(plan).toContain("end_user_username_folded_key");
    expect(plan).not.toContain("Seq Scan");
  });
});
