import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { initialAccessToken, metadata, pathOf, send } from "../../../../testing/clients/registration.ts";
import { purgeAll } from "../../../../testing/purge.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { noon } from "../../../../testing/world.ts";

let service: Service;
let addresses = 0;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Each registration comes from its own address, because the limit per source has its own tests. */
const register = (token: string) => {
  addresses += 1;
  const headers = { "x-forwarded-for": `10.8.${addresses >> 8}.${addresses & 255}` };
  return send(service, { token, body: metadata, headers });
};
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();
const remove = (client: { registration_client_uri: string; registration_access_token: string }) =>
  send(service, { method: "DELETE", path: pathOf(client), token: client.registration_access_token });

describe("RFC 7591 §3: an initial access token has a maximum number of clients", () => {
  it("which concurrent requests do not exceed", async () => {
    const token = await initialAccessToken(service, { maxClients: 5 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => register(token)));
    expect(statuses(answers)).toEqual([...Array(5).fill(201), ...Array(25).fill(401)]);
    expect(answers.find(({ status }) => status === 401)?.body).toMatchObject({ error: "invalid_token" });
  });

  it("a client that is deleted makes room for one, under concurrency", async () => {
    const token = await initialAccessToken(service, { maxClients: 3 });
    const made = await Promise.all(Array.from({ length: 3 }, () => register(token)));
    expect((await register(token)).status).toBe(401);

    const ends = made.slice(0, 2).map(({ body }) => remove(body));
    await Promise.all([...ends, ...Array.from({ length: 10 }, () => register(token))]);
    await Promise.all(Array.from({ length: 10 }, () => register(token)));
    const [row] = await service.rows(
      `SELECT count(*)::int AS n FROM client c JOIN initial_access_token t ON t.id = c.initial_access_token_id
        WHERE t.max_clients = 3`,
    );
    expect(row?.n).toBe(3);
  });

  it("which does not restore the token's number of uses", async () => {
    const token = await initialAccessToken(service, { uses: 2, maxClients: 1 });
    const first = await register(token);
    expect((await register(token)).status).toBe(401);
    await remove(first.body);
    const second = await register(token);
    expect(second.status).toBe(201);
    await remove(second.body);
    expect((await register(token)).status).toBe(401);
  });

  it("a disabled client still counts", async () => {
    const token = await initialAccessToken(service, { maxClients: 1 });
    const { body } = await register(token);
    await service.rows("UPDATE client SET disabled_at = now() WHERE id = $1", [body.client_id]);
    expect((await register(token)).status).toBe(401);
  });

  it("the expiry of the token does not end its clients", async () => {
    const expiresAt = new Date(noon.getTime() + 1000);
    const made = await register(await initialAccessToken(service, { maxClients: 1, expiresAt }));
    expect(made.status).toBe(201);
    await purgeAll(service.database, expiresAt);
    const rows = await service.rows("SELECT initial_access_token_id FROM client WHERE id = $1", [made.body.client_id]);
    expect(rows).toEqual([{ initial_access_token_id: null }]);
  });
});
