import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { noon, openWorld, type World } from "../../../../testing/world.ts";
import { addPerson } from "../../../administration/people/people.ts";
import { userStore } from "../person/users.ts";
import { claimSignInNames } from "./sign-in-names.ts";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

/** Runs statements as on a database before the set was there. */
async function asBefore(...statements: readonly (readonly [string, readonly unknown[]])[]): Promise<void> {
  await world.rows("ALTER TABLE end_user DISABLE TRIGGER USER");
  for (const [text, values] of statements) await world.rows(text, values);
  await world.rows("ALTER TABLE end_user ENABLE TRIGGER USER");
  await world.rows("DELETE FROM sign_in_name");
}

const NAMED = `
  INSERT INTO end_user (id, username, username_folded, username_look, created_at, updated_at)
  VALUES (gen_random_uuid(), $1, lower($1), lower($1), $2, $2)`;
const ADDRESSED = `
  INSERT INTO end_user (id, username, username_folded, username_look, created_at, updated_at, email, email_canonical,
                        email_verified_at)
  VALUES (gen_random_uuid(), $1, $1, $1, $2, $2, $3, $3, $2)`;
const [yesterday, today] = [new Date("2029-12-31T12:00:00Z"), noon];

const signsIn = async (text: string) => {
  const id = (await userStore(world.database).findForSignIn(text))?.id ?? null;
  return (await world.rows("SELECT username FROM end_user WHERE id = $1", [id]))[0]?.username;
};
const add = (username: string, claims = {}) =>
  addPerson(world.database, { username, passwordHash: "x", claims }, byOperatorAt(noon));

describe("decision 127: accounts of a version before names were one set", () => {
  it("have their names from then on, in batches, and in several runs at once", async () => {
    const many = `
      INSERT INTO end_user (id, username, username_folded, username_look, created_at, updated_at)
      SELECT gen_random_uuid(), name, name, name, now(), now()
        FROM (SELECT 'p' || n || '@corp.example' AS name FROM generate_series(1, 2500) n) AS named`;
    await asBefore([many, []]);
    const runs = await Promise.all([claimSignInNames(world.superuser), claimSignInNames(world.superuser)]);
    expect(runs).toEqual([[], []]);
    const email = "p2500@corp.example";
    expect(await add("other", { email, email_verified: true })).toBeUndefined();
    expect(await add("alice@example.org")).toBeUndefined();
  });

  it.each([
    ["the address is older", { ann: today, ben: yesterday }, "ben"],
    ["the username is older", { ann: yesterday, ben: today }, "ann@corp.example"],
  ])("C3: a name of two of them is reported, and the older account signs in by it: %s", async (_, made, who) => {
    const name = "ann@corp.example";
    await asBefore([NAMED, [name, made.ann]], [ADDRESSED, ["ben", made.ben, name]]);
    expect(await signsIn("Ann@Corp.example")).toBe(who);
    const [conflict, ...others] = await claimSignInNames(world.superuser);
    expect([conflict?.name, [conflict?.username, conflict?.other].sort(), others]).toEqual([name, [name, "ben"], []]);
    expect(await signsIn("Ann@Corp.example")).toBe(who);
    expect(await claimSignInNames(world.superuser)).toEqual([conflict]);
    expect(await add("third", { email: name, email_verified: true })).toBeUndefined();
  });

  it("may change what else they have while they share a name, and no longer share it if one gives it up", async () => {
    const name = "ann@corp.example";
    await asBefore([NAMED, [name, today]], [ADDRESSED, ["ben", yesterday, name]]);
    await claimSignInNames(world.superuser);
    await world.rows(
      "UPDATE end_user SET email = $2, email_canonical = $2, email_verified_at = $3 WHERE username = $1",
      [name, "new@corp.example", noon],
    );
    await world.rows("UPDATE end_user SET username = 'bob', username_folded = 'bob' WHERE username = 'ben'");
    await world.rows("UPDATE end_user SET email_verified_at = NULL WHERE username = 'bob'");
    expect(await claimSignInNames(world.superuser)).toEqual([]);
    expect(await signsIn(name)).toBe(name);
    expect(await add("third", { email: name, email_verified: true })).toBeUndefined();
  });

  it("are added to by replicas of that version, whose statements keep the set, too", async () => {
    await world.rows(ADDRESSED, ["carl", noon, "carl@corp.example"]);
    await expect(world.rows(NAMED, ["carl@corp.example", noon])).rejects.toThrow(
      "another account signs in by this name",
    );
    expect(await add("Carl@Corp.example")).toBeUndefined();
  });

  it("are not changed by the service: it reads the set", async () => {
    await expect(world.database.pool.query("DELETE FROM sign_in_name")).rejects.toThrow("permission denied");
  });
});
