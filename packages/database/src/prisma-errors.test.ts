import { createTestDatabase, type TestDatabase } from "@countersign/dev/test-database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, driverError, openDatabase } from "./index.ts";

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase({ connectionString: test.connectionString, max: 2 });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const failure = async (fails: (prisma: Awaited<ReturnType<Database["prisma"]>>) => Promise<unknown>) =>
  driverError(await fails(await database.prisma()).catch((err: unknown) => err));
const server = { identifier: "a", name: "A", scopes: [], accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300 };

describe("the driver's error inside an error of Prisma Client", () => {
  it("has the code and the message of PostgreSQL, in a transaction and outside", async () => {
    const twice = await failure(async ({ resourceServer }) => {
      await resourceServer.create({ data: server });
      return resourceServer.create({ data: server });
    });
    expect(twice).toMatchObject({ code: "23505", message: expect.stringContaining("duplicate key") });

    const within = await failure((prisma) => prisma.$transaction((tx) => tx.resourceServer.create({ data: server })));
    expect(within).toMatchObject({ code: "23505" });
  });

  it("names the missing table", async () => {
    const renamed = (from: string, to: string) => database.pool.query(`ALTER TABLE ${from} RENAME TO ${to}`);
    await renamed("resource_server", "gone");
    const missing = await failure(({ resourceServer }) => resourceServer.findMany());
    await renamed("gone", "resource_server");
    expect(missing).toMatchObject({ code: "42P01", message: expect.stringContaining("does not exist") });
  });

  it("reports that the database is unreachable", async () => {
    const nowhere = openDatabase({ connectionString: "postgres://127.0.0.1:1/x" });
    const prisma = await nowhere.prisma();
    const refused = driverError(await prisma.client.findMany().catch((err: unknown) => err));
    await nowhere.close();
    expect(refused).toMatchObject({ code: "ECONNREFUSED" });
  });

  it("leaves any other error as it is", () => {
    const other = new Error("x");
    expect(driverError(other)).toBe(other);
    expect(driverError("x")).toBe("x");
  });
});
