import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { metadata, pathOf, registered, send } from "../../../../testing/clients/registration.ts";
import { type Service, startService } from "../../../../testing/service.ts";

let service: Service;
let addresses = 0;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Registered = Awaited<ReturnType<typeof registered>>;
const manage = (method: string, client: Registered, token: string, body?: object) => {
  addresses += 1;
  const headers = { "x-forwarded-for": `10.10.${addresses >> 8}.${addresses & 255}` };
  return send(service, { method, path: pathOf(client), token, body, headers });
};
const read = (client: Registered, token: string) => manage("GET", client, token);
const replace = (client: Registered, token: string, client_name = "Changed") =>
  manage("PUT", client, token, { ...metadata, client_id: client.client_id, client_name });
const tokenOf = async (answer: ReturnType<typeof manage>) => (await answer).body.registration_access_token as string;

describe("RFC 7592 §5: the registration access token", () => {
  it("changes with an update, and not with a read", async () => {
    const client = await registered(service);
    const first = client.registration_access_token;
    expect(await tokenOf(read(client, first))).toBe(first);
    const second = await tokenOf(replace(client, first));
    expect(second).toMatch(/^[\w-]{43}$/);
    expect(second).not.toBe(first);
    const third = await tokenOf(replace(client, second));
    expect(new Set([first, second, third]).size).toBe(3);
    expect(await tokenOf(read(client, third))).toBe(third);
  });

  it.each([
    ["a read", (client: Registered, token: string) => read(client, token)],
    ["an update", (client: Registered, token: string) => replace(client, token)],
    ["a refused update", (client: Registered, token: string) => manage("PUT", client, token, {})],
  ])("dcr-26: an old token is invalid after %s with its successor", async (_, use) => {
    const client = await registered(service);
    const second = await tokenOf(replace(client, client.registration_access_token));
    await use(client, second);
    for (const method of ["GET", "DELETE"])
      expect((await manage(method, client, client.registration_access_token)).status).toBe(401);
    expect((await replace(client, client.registration_access_token)).status).toBe(401);
  });

  it("an old token is valid while the response may be lost, and returns the same successor each time", async () => {
    const client = await registered(service);
    const first = client.registration_access_token;
    const lost = await tokenOf(replace(client, first));
    expect(await tokenOf(read(client, first))).toBe(lost);
    const again = await replace(client, first, "Changed again");
    expect(again.body).toMatchObject({ registration_access_token: lost, client_name: "Changed again" });
    expect((await read(client, lost)).body.client_name).toBe("Changed again");
  });

  it("an old token can also delete a registration", async () => {
    const client = await registered(service);
    await replace(client, client.registration_access_token);
    expect((await manage("DELETE", client, client.registration_access_token)).status).toBe(204);
  });

  it("has one successor under concurrency", async () => {
    const client = await registered(service);
    const first = client.registration_access_token;
    const answers = await Promise.all(Array.from({ length: 10 }, () => replace(client, first)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const tokens = new Set(answers.map(({ body }) => body.registration_access_token));
    expect(tokens.size).toBe(1);
    expect((await read(client, [...tokens][0])).status).toBe(200);
  });

  it("is never stored in plain text, and the sealed copy is deleted at its first use", async () => {
    const client = await registered(service);
    const second = await tokenOf(replace(client, client.registration_access_token));
    const row = async () =>
      (await service.rows("SELECT * FROM client WHERE id = $1", [client.client_id]))[0] as Record<string, unknown>;
    const stored = Object.values(await row()).filter((value): value is Buffer => value instanceof Buffer);
    expect(stored.length).toBeGreaterThanOrEqual(3);
    for (const value of stored) expect(value.toString("latin1")).not.toContain(second);
    await read(client, second);
    expect(await row()).toMatchObject({
      previous_registration_access_token_hash: null,
      sealed_registration_access_token: null,
    });
  });
});
