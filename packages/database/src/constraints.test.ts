import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@countersign/dev/test-database";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "./index.ts";

const now = new Date("2030-01-01T12:00:00Z");

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase({ connectionString: test.connectionString });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

interface Rows {
  readonly userId: string;
  readonly clientId: string;
  readonly sessionId: string;
  readonly authorizationId: string;
}

let rows: Rows;
beforeEach(async () => {
  rows = await fill();
});

/** Inserts one row into each table, related to each other. */
async function fill(): Promise<Rows> {
  const prisma = await database.prisma();
  const [userId, clientId, sessionId, authorizationId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const resource = randomUUID();
  await prisma.endUser.create({ data: { id: userId, username: userId, createdAt: now, updatedAt: now } });
  await prisma.client.create({
    data: {
      id: clientId,
      profile: "oauth21",
      name: "Web",
      applicationType: "web",
      tokenEndpointAuthMethod: "none",
      idTokenSignedResponseAlg: "ES256",
      redirectUris: [],
      postLogoutRedirectUris: [],
      grantTypes: [],
      responseTypes: [],
      scopes: [],
      createdAt: now,
    },
  });
  await prisma.resourceServer.create({
    data: { identifier: resource, name: "API", accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300, scopes: [] },
  });
  await prisma.consent.create({
    data: { userId, clientId, resource, grantedScopes: [], declinedScopes: [], updatedAt: now },
  });
  const expiry = { createdAt: now, idleExpiresAt: now, expiresAt: now };
  await prisma.browserSession.create({
    data: { id: sessionId, secretHash: Buffer.from(sessionId), activeUserId: userId, ...expiry },
  });
  await prisma.signIn.create({ data: { sessionId, userId, authenticatedAt: now, acr: "1", amr: [] } });
  await prisma.sessionClient.create({ data: { sid: randomUUID(), sessionId, clientId } });
  const times = { authTime: now, createdAt: now, expiresAt: now };
  await prisma.authorization.create({
    data: {
      id: authorizationId,
      clientId,
      userId,
      sessionId,
      sub: userId,
      resource,
      scopes: [],
      acr: "1",
      amr: [],
      ...times,
    },
  });
  const tokenHash = Buffer.from(authorizationId);
  await prisma.refreshToken.create({ data: { tokenHash, authorizationId, idleExpiresAt: now, createdAt: now } });
  await prisma.revokedAccessToken.create({ data: { jti: authorizationId, authorizationId, expiresAt: now } });
  return { userId, clientId, sessionId, authorizationId };
}

async function left({ userId, clientId, sessionId, authorizationId }: Rows) {
  const prisma = await database.prisma();
  return {
    consents: await prisma.consent.count({ where: { userId, clientId } }),
    sessions: await prisma.browserSession.count({ where: { id: sessionId } }),
    signIns: await prisma.signIn.count({ where: { sessionId } }),
    sids: await prisma.sessionClient.count({ where: { sessionId } }),
    authorizations: await prisma.authorization.count({ where: { id: authorizationId } }),
    refreshTokens: await prisma.refreshToken.count({ where: { authorizationId } }),
    revokedTokens: await prisma.revokedAccessToken.count({ where: { jti: authorizationId } }),
  };
}

const everything = {
  consents: 1,
  sessions: 1,
  signIns: 1,
  sids: 1,
  authorizations: 1,
  refreshTokens: 1,
  revokedTokens: 1,
};
const noTokens = { authorizations: 0, refreshTokens: 0, revokedTokens: 0 };

describe("deleting a row deletes the rows that belong to it", () => {
  it("rows of other people and clients stay", async () => {
    const others = await fill();
    await database.pool.query("DELETE FROM end_user WHERE id = $1", [rows.userId]);
    expect(await left(others)).toEqual(everything);
  });

  it("deleting a person deletes everything of that person", async () => {
    await database.pool.query("DELETE FROM end_user WHERE id = $1", [rows.userId]);
    expect(await left(rows)).toEqual({ ...noTokens, consents: 0, sessions: 0, signIns: 0, sids: 0 });
  });

  it("deleting a client deletes what it was allowed, and no person's session", async () => {
    await database.pool.query("DELETE FROM client WHERE id = $1", [rows.clientId]);
    expect(await left(rows)).toEqual({ ...everything, ...noTokens, consents: 0, sids: 0 });
  });

  it("deleting a session keeps its authorizations, which name it, so refresh tokens are refused", async () => {
    await database.pool.query("DELETE FROM browser_session WHERE id = $1", [rows.sessionId]);
    expect(await left(rows)).toEqual({ ...everything, sessions: 0, signIns: 0, sids: 0 });
  });

  it("deleting an authorization deletes all its tokens", async () => {
    await database.pool.query('DELETE FROM "authorization" WHERE id = $1', [rows.authorizationId]);
    expect(await left(rows)).toEqual({ ...everything, ...noTokens });
  });
});

describe("constraints of the database refuse", () => {
  it.each([
    ["a code that belongs to two authorizations", `UPDATE "authorization" SET code_hash = '\\x01'`, "23505"],
    ["a session with two secrets", `UPDATE browser_session SET secret_hash = '\\x01'`, "23505"],
    [
      "usernames that differ in case only",
      `INSERT INTO end_user (id, username, created_at, updated_at)
       VALUES (gen_random_uuid(), 'Bob', now(), now()), (gen_random_uuid(), 'bOB', now(), now())`,
      "23505",
    ],
    ["a consent for a resource that does not exist", "UPDATE consent SET resource = 'nowhere'", "23503"],
    [
      "an initial access token that is used more often than allowed",
      `INSERT INTO initial_access_token VALUES (gen_random_uuid(), '\\x01', '', -1, now(), now())`,
      "23514",
    ],
  ])("%s", async (_, sql, code) => {
    await fill();
    await expect(database.pool.query(sql)).rejects.toMatchObject({ code });
  });

  it("only short-lived state is in unlogged tables, which PostgreSQL empties after a crash", async () => {
    const found = await database.pool.query(
      "SELECT relname AS name FROM pg_class WHERE relpersistence = 'u' AND relkind = 'r' ORDER BY 1",
    );
    expect(found.rows.map(({ name }) => name)).toEqual(["ephemeral_entry", "ephemeral_member", "rate_limit"]);
  });

  it("each foreign key has an index, so no deletion scans a whole table", async () => {
    const unindexed = await database.pool.query(
      `SELECT conrelid::regclass::text || ' ' || conname AS name FROM pg_constraint f
        WHERE contype = 'f' AND NOT EXISTS (
          SELECT FROM pg_index i WHERE i.indrelid = f.conrelid AND i.indkey[0] = f.conkey[1])`,
    );
    expect(unindexed.rows).toEqual([]);
  });
});

describe("architecture §4.6: the audit log is append-only", () => {
  const add = async (at: Date) => {
    const { rows } = await database.pool.query(
      "INSERT INTO audit_event (at, type, actor, detail) VALUES ($1, 'sign_in', 'user', '{}') RETURNING id",
      [at],
    );
    return rows[0].id;
  };
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);

  it.each([
    ["change", "UPDATE audit_event SET type = 'sign_out' WHERE id = $1"],
    ["delete", "DELETE FROM audit_event WHERE id = $1"],
  ])("no role may %s an event", async (_, statement) => {
    const id = await add(days(27));
    await expect(database.pool.query(statement, [id])).rejects.toThrow("the audit trail only grows");
  });

  it("no role may truncate the table", async () => {
    await expect(database.pool.query("TRUNCATE audit_event")).rejects.toThrow("the audit trail only grows");
  });

  it("events older than four weeks may be deleted, but not changed", async () => {
    const id = await add(days(29));
    await expect(database.pool.query("UPDATE audit_event SET detail = '{}' WHERE id = $1", [id])).rejects.toThrow(
      "grows",
    );
    expect((await database.pool.query("DELETE FROM audit_event WHERE id = $1", [id])).rowCount).toBe(1);
  });
});
