import { hashSecret } from "@countersign/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import {
  initialAccessToken,
  metadata,
  newKeyPair,
  registered,
  send,
} from "../../../../testing/clients/registration.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { noon } from "../../../../testing/world.ts";
import { revokeInitialAccessTokens } from "../../../administration/clients/initial-access-tokens.ts";
import { type Listener, startListener, testCa } from "../../../platform/outbound/testing/listener.ts";

let fetched = 0;
let documents: Listener;
let service: Service;
beforeAll(async () => {
  documents = await startListener((_req, res) => {
    fetched += 1;
    res.writeHead(404).end();
  });
  const settings = { OUTBOUND_ALLOWED_HOSTS: `localhost:${documents.port}`, OUTBOUND_CA: testCa };
  service = await startService({ settings });
});
beforeEach(() => {
  fetched = 0;
});
afterAll(async () => {
  await service.close();
  await documents.close();
});

const count = async (table: string) => Number((await service.rows(`SELECT count(*) FROM ${table}`))[0]?.count);
const refused = { status: 401, body: { error: "invalid_token" } };

describe("specification §5: without a valid token a registration is cheap and reveals nothing", () => {
  it.each([
    ["metadata that is wrong", () => ({ ...metadata, redirect_uris: ["javascript:x"] })],
    ["a body that is not an object", () => []],
    ["a body that is not JSON", () => "{"],
    ["keys", async () => ({ ...metadata, jwks: { keys: [(await newKeyPair("k")).publicJwk] } })],
    ["invalid keys", () => ({ ...metadata, jwks: { keys: [{ kty: "EC" }] } })],
    ["a logo", () => ({ ...metadata, logo_uri: `https://localhost:${documents.port}/logo` })],
    ["a sector identifier", () => ({ ...metadata, sector_identifier_uri: `https://localhost:${documents.port}/s` })],
    ["an algorithm without a key", () => ({ ...metadata, id_token_signed_response_alg: "PS512" })],
    ["an unreachable address", () => ({ ...metadata, jwks_uri: "https://127.0.0.1/jwks" })],
  ])("dcr-27: %s", async (_, bodyOf) => {
    const [clients, keys] = [await count("client"), await count("signing_key")];
    const token = await initialAccessToken(service, { uses: 0 });
    const body = await bodyOf();
    expect(await send(service, { token, body })).toMatchObject(refused);
    expect(await send(service, { token: "x".repeat(43), body })).toMatchObject(refused);
    expect([await count("client"), await count("signing_key"), fetched]).toEqual([clients, keys, 0]);
  });
});

describe("RFC 7591 §3: a revoked token registers no client", () => {
  it.each([
    ["without a limit", {}],
    ["with uses", { uses: 5 }],
    ["with a number of clients", { maxClients: 5 }],
  ])("dcr-28: also not for a request that began before the revocation: %s", async (_, limits) => {
    const token = await initialAccessToken(service, limits);
    const clients = await count("client");
    const connection = await service.database.pool.connect();
    await connection.query("BEGIN");
    await connection.query("DELETE FROM initial_access_token WHERE token_hash = $1", [hashSecret(token)]);

    const answer = send(service, { token, body: metadata });
    const waits = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 300, "waits"))]);
    await connection.query("COMMIT");
    connection.release();

    expect(waits).toBe("waits");
    expect(await answer).toMatchObject(refused);
    expect(await count("client")).toBe(clients);
  });

  it("its clients stay registered", async () => {
    const token = await initialAccessToken(service);
    const { status, body } = await send(service, { token, body: metadata });
    expect(status).toBe(201);
    await revokeInitialAccessTokens(service.database, byOperatorAt(noon));
    expect(await service.rows("SELECT id FROM client WHERE id = $1", [body.client_id])).toHaveLength(1);
  });
});

describe("RFC 7591 §2: a client sets its metadata, and none of its state", () => {
  it("dcr-29: members named like our columns change nothing", async () => {
    const asked = {
      id: "chosen",
      secret_hash: "\\x00",
      previous_secret_hash: "\\x00",
      registration_access_token_hash: "\\x00",
      initial_access_token_id: "00000000-0000-0000-0000-000000000000",
      resource_server: "https://api.example",
      revision: 7,
      disabled_at: "2001-01-01T00:00:00Z",
      created_at: "2001-01-01T00:00:00Z",
      last_used_at: "2099-01-01T00:00:00Z",
      secret_expires_at: "2099-01-01T00:00:00Z",
      sector: "victim.example",
      scopes: ["orders:read"],
      name: "Another",
      default_max_age_seconds: 1,
    };
    const { client_id } = await registered(service, asked);
    expect(client_id).not.toBe("chosen");
    const [row] = await service.rows("SELECT * FROM client WHERE id = $1", [client_id]);
    expect(row).toMatchObject({
      name: "Registered",
      scopes: ["openid", "profile", "email", "address", "phone"],
      resource_server: null,
      revision: 0,
      disabled_at: null,
      created_at: noon,
      last_used_at: null,
      secret_expires_at: null,
      previous_secret_hash: null,
      sector: null,
      default_max_age_seconds: null,
    });
    const hashes = [row?.secret_hash, row?.registration_access_token_hash] as Buffer[];
    expect(hashes.map(({ length }) => length)).toEqual([32, 32]);
  });
});
