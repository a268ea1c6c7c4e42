import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { noMail } from "../../../testing/servers/mail.ts";
import { noon, openWorld, type World } from "../../../testing/world.ts";
import { addPerson } from "../../administration/people/people.ts";
import { eraseDue } from "./erase-accounts.ts";

let world: World;
let broken: string;
const log = { error: vi.fn(), info: vi.fn() };
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000);
const run = (at: Date) => eraseDue({ database: world.database, mail: noMail, log }, at);
const left = async () => (await world.rows("SELECT username FROM end_user WHERE deletion_due_at IS NOT NULL")).length;
const failures = () => world.rows("SELECT job, part, failures, reason, next_attempt_at FROM job_failure");

const due = async (username: string, minute: number) => {
  const id = (await addPerson(world.database, { username, passwordHash: "x", claims: {} }, byOperatorAt(noon))) ?? "";
  await world.rows("UPDATE end_user SET deletion_due_at = $2 WHERE id = $1", [id, minutes(minute)]);
  return id;
};
beforeAll(async () => {
  world = await openWorld();
  broken = await due("broken", -100);
  await world.rows(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'this row is broken' USING ERRCODE = 'XX001'; END $$`,
  );
  await world.rows(
    `CREATE TRIGGER refuse BEFORE DELETE ON end_user FOR EACH ROW WHEN (OLD.username LIKE 'broken%')
     EXECUTE FUNCTION refuse()`,
  );
});
afterAll(() => world.close());

describe("A16, GDPR Article 17: an account that cannot be erased keeps no other account from it", () => {
  it("those after it are erased, and its failure is noted and logged", async () => {
    for (let n = 1; n <= 150; n++) await due(`person ${n}`, -1);
    expect([await run(noon), await left()]).toEqual([150, 1]);
    const noted = { job: "erase-accounts", part: broken, failures: 1, reason: "XX001" };
    expect(await failures()).toEqual([{ ...noted, next_attempt_at: minutes(1) }]);
    expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ part: broken }), "a part of a job failed");
  });

  it("it waits twice as long after each failure, and is tried then", async () => {
    await run(minutes(0.5));
    expect(await failures()).toMatchObject([{ failures: 1 }]);
    await run(minutes(1));
    expect(await failures()).toMatchObject([{ failures: 2, next_attempt_at: minutes(3) }]);
    for (let n = 3; n <= 30; n++) await run(minutes(n * 1000));
    expect(await failures()).toMatchObject([{ failures: 30, next_attempt_at: minutes(30_000 + 360) }]);
  });

  it("it is erased once that is possible, and its failure is forgotten", async () => {
    await world.rows("ALTER TABLE end_user DISABLE TRIGGER refuse");
    expect([await run(minutes(40_000)), await left(), await failures()]).toEqual([1, 0, []]);
    expect(log.info).toHaveBeenCalledWith({ job: "erase-accounts", parts: [broken] }, "parts of a job work again");
    await world.rows("ALTER TABLE end_user ENABLE TRIGGER refuse");
  });

  it("if many fail, the run ends, and the next one tries others", async () => {
    for (let n = 1; n <= 30; n++) await due(`broken ${n}`, -n);
    await due("last", -0.5);
    await expect(run(minutes(50_000))).rejects.toThrow("20 parts of a job failed");
    expect(await left()).toBe(31);
    expect(await run(minutes(50_000))).toBe(1);
    expect(await failures()).toHaveLength(30);
  });
});
