/** Clients that register in one turn: with one statement, and each as if it had registered alone. */
import { randomUUID } from "node:crypto";
import type { Statements } from "@countersign/database";
import { hashSecret, newSecret, registrationParser } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { initialAccessToken } from "../../../../../testing/clients/registration.ts";
import { WAITING_STATEMENTS } from "../../../../../testing/waiting-statements.ts";
import { issuer, noon, openWorld, type World } from "../../../../../testing/world.ts";
import { type NewRegistration, registering } from "./registering.ts";

const parser = registrationParser({
  issuer,
  userinfoResource: "https://api.example",
  nativeLocalhost: false,
  scopes: ["openid"],
  userinfoJwt: false,
});
const MANY = Array.from({ length: 20 }, (_, index) => index);

let world: World;
let sent: string[] = [];
let pipelined: Statements;
beforeAll(async () => {
  world = await openWorld({ max: 20 });
  const { change, ...others } = world.database.pipelined;
  pipelined = {
    ...others,
    change(statement) {
      sent.push(statement.name);
      return change(statement);
    },
  };
});
afterAll(() => world.close());

const clientOf = (index: number, changes: Partial<NewRegistration> = {}): NewRegistration => ({
  id: randomUUID(),
  metadata: parser.parse({ client_name: `Client ${index}`, redirect_uris: [`https://rp${index}.example/cb`] }),
  logo: undefined,
  secretHash: hashSecret(newSecret()),
  registrationAccessTokenHash: hashSecret(newSecret()),
  ...changes,
});

/** Begins to register each of them, in one turn. */
function begin(clients: readonly NewRegistration[], tokenOf: (index: number) => string): Promise<boolean>[] {
  sent = [];
  const register = registering({ pool: world.database.pool, pipelined });
  return clients.map((client, index) =>
    register(client, tokenOf(index), { at: noon, address: `192.0.2.${index}`, reference: `reference-${index}` }),
  );
}
const register = (clients: readonly NewRegistration[], token: string) => Promise.all(begin(clients, () => token));

const STORED = `
  SELECT c.name, c.redirect_uris AS "redirectUris", c.secret_hash AS "secretHash", t.token_hash AS "tokenHash",
         l.media_type AS "mediaType", l.image, e.address, e.reference, e.actor, e.actor_id AS "actorId", e.detail,
         e.detail ->> 'initialAccessTokenId' = t.id::text AS "namesToken"
    FROM unnest($1::text[]) WITH ORDINALITY AS asked (id, place)
    LEFT JOIN client c ON c.id = asked.id
    LEFT JOIN initial_access_token t ON t.id = c.initial_access_token_id
    LEFT JOIN client_logo l ON l.client_id = c.id
    LEFT JOIN audit_event e ON e.client_id = asked.id AND e.type = 'client_registered' ORDER BY asked.place`;
const stored = (clients: readonly NewRegistration[]) => world.rows(STORED, [clients.map(({ id }) => id)]);
const usesOf = async (token: string) =>
  (
    await world.rows("SELECT uses_remaining AS uses FROM initial_access_token WHERE token_hash = $1", [
      hashSecret(token),
    ])
  )[0]?.uses;

describe("clients that register in one turn with a token of which nothing is counted", () => {
  it("share a statement, and each has its own row, logo and audit row", async () => {
    const token = await initialAccessToken(world);
    const logo = { mediaType: "image/png", image: Buffer.from("picture") } as const;
    const clients = MANY.map((index) => clientOf(index, index === 7 ? { logo } : {}));
    expect(await register(clients, token)).toEqual(MANY.map(() => true));
    expect(sent).toEqual(["client-register-many"]);
    expect(await stored(clients)).toEqual(
      clients.map(({ id, secretHash }, index) => ({
        name: `Client ${index}`,
        redirectUris: [`https://rp${index}.example/cb`],
        secretHash,
        tokenHash: hashSecret(token),
        mediaType: index === 7 ? "image/png" : null,
        image: index === 7 ? logo.image : null,
        address: `192.0.2.${index}`,
        reference: `reference-${index}`,
        actor: "client",
        actorId: id,
        detail: { name: `Client ${index}`, initialAccessTokenId: expect.any(String) },
        namesToken: true,
      })),
    );
  });

  it("are all registered, but for the one that PostgreSQL refuses", async () => {
    const token = await initialAccessToken(world);
    const bad = { ...clientOf(2).metadata, client_name: "a\u0000b" };
    const clients = [clientOf(0), clientOf(1), clientOf(2, { metadata: bad })];
    const settled = await Promise.allSettled(begin(clients, () => token));
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect((await stored(clients)).map(({ name }) => name)).toEqual(["Client 0", "Client 1", null]);
  });

  it("do not wait for another token, which is locked", async () => {
    const [token, locked] = [await initialAccessToken(world), await initialAccessToken(world)];
    const holder = await world.superuser.pool.connect();
    await holder.query("BEGIN");
    await holder.query("DELETE FROM initial_access_token WHERE token_hash = $1", [hashSecret(locked)]);
    const [waiting, ...others] = begin([clientOf(0), clientOf(1), clientOf(2)], (index) => (index ? token : locked));
    expect(await Promise.all(others)).toEqual([true, true]);
    await expect.poll(async () => (await world.rows(WAITING_STATEMENTS)).length).toBeGreaterThan(0);
    await holder.query("COMMIT");
    holder.release();
    expect(await waiting).toBe(false);
  });
});

describe("RFC 7591 §3: what a token allows is counted also for clients that register in one turn", () => {
  it("its uses", async () => {
    const [counted, free] = [await initialAccessToken(world, { uses: 3 }), await initialAccessToken(world)];
    const clients = MANY.map((index) => clientOf(index));
    const made = await Promise.all(begin(clients, (index) => (index % 2 === 0 ? counted : free)));
    expect(made.filter((_, index) => index % 2 === 1)).toEqual(Array(10).fill(true));
    expect(made.filter((is, index) => is && index % 2 === 0)).toHaveLength(3);
    expect((await stored(clients)).map(({ actor }) => actor !== null)).toEqual(made);
    expect([await usesOf(counted), await usesOf(free)]).toEqual([0, null]);
  });

  it("its clients", async () => {
    const token = await initialAccessToken(world, { maxClients: 4 });
    const clients = MANY.map((index) => clientOf(index));
    const made = await register(clients, token);
    expect(made.filter((is) => is)).toHaveLength(4);
    expect((await stored(clients)).map(({ actor }) => actor !== null)).toEqual(made);
  });

  it.each([
    ["is expired", () => initialAccessToken(world, { expiresAt: noon })],
    ["is unknown", async () => newSecret()],
  ])("a token that %s registers none of them", async (_, make) => {
    const clients = [clientOf(0), clientOf(1)];
    expect(await register(clients, await make())).toEqual([false, false]);
    expect((await stored(clients)).every(({ name, actor }) => name === null && actor === null)).toBe(true);
  });
});
