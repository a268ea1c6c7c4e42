import { afterAll, describe, expect, it } from "vitest";
import { startService } from "../../../testing/service.ts";
import { openWorld } from "../../../testing/world.ts";
import { ownsDatabase } from "./open-stores.ts";

const world = await openWorld();
afterAll(() => world.close());

const WARNING = "the login in DATABASE_URL owns the database";

describe("the login of the service", () => {
  it("does not own the database, and a superuser counts as its owner", async () => {
    expect(await ownsDatabase(world.database)).toBe(false);
    expect(await ownsDatabase(world.superuser)).toBe(true);
  });

  it("is warned about in the log at the start if it owns the database, once", async () => {
    const [own, owner] = [await startService(), await startService({ login: "superuser" })];
    const logs = [own.log(), owner.log()].map((log) => log.split(WARNING).length - 1);
    await Promise.all([own.close(), owner.close()]);
    expect(logs).toEqual([0, 1]);
  });
});
