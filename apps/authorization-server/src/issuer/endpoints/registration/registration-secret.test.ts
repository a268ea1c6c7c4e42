import { hashSecret } from "@countersign/rules";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { metadata, pathOf, registered, send } from "../../../../testing/clients/registration.ts";
import { post } from "../../../../testing/clients/tokens.ts";
import { basic } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { noon } from "../../../../testing/world.ts";
import { rotateClientSecret } from "../../../administration/clients/client-secrets.ts";

const DAY_SECONDS = 86_400;
type Registered = Awaited<ReturnType<typeof registered>>;

let service: Service;
let addresses = 0;
beforeAll(async () => {
  service = await startService({ settings: { DYNAMIC_CLIENT_SECRET_TTL_DAYS: "80" } });
});
afterAll(() => service.close());
afterEach(() => {
  service.clock.now = noon;
});

const isGood = async ({ client_id }: Registered, secret: string) => {
  service.deps.clients.forget(client_id);
  const answer = await post(service.origin, "/introspect", { token: "x" }, basic(client_id, secret));
  if (answer.status === 401) expect(answer.body.error).toBe("invalid_client");
  return answer.status === 200;
};
const manage = (client: Registered, method: string, body?: object) => {
  addresses += 1;
  const headers = { "x-forwarded-for": `10.7.0.${addresses}` };
  return send(service, { method, path: pathOf(client), token: client.registration_access_token, body, headers });
};
const read = (client: Registered) => manage(client, "GET");
const replace = (client: Registered) =>
  manage(client, "PUT", { ...metadata, client_id: client.client_id, client_name: "Changed" });
const seconds = (days: number) => noon.getTime() / 1000 + days * DAY_SECONDS;

describe("RFC 7591 §3.2.1: the secret of a self-registered client expires", () => {
  it("at the announced time, and not before", async () => {
    const client = await registered(service);
    expect(client.client_secret_expires_at).toBe(seconds(80));
    service.pass(80 * DAY_SECONDS - 1);
    expect(await isGood(client, client.client_secret)).toBe(true);
    service.pass(1);
    expect(await isGood(client, client.client_secret)).toBe(false);
  });

  it("never, if the deployment says so, and never for clients of an operator", async () => {
    const client = await registered(service);
    await service.rows("UPDATE client SET secret_expires_at = NULL WHERE id = $1", [client.client_id]);
    expect((await read(client)).body.client_secret_expires_at).toBe(0);
    service.pass(4000 * DAY_SECONDS);
    expect(await isGood(client, client.client_secret)).toBe(true);
  });
});

const looks = [
  ["read", (client: Registered) => read(client)],
  ["changed", (client: Registered) => replace(client)],
] as const;

describe.each(looks)("RFC 7592 §2.1: a registration that is %s renews its secret", (_, look) => {
  it("in its last quarter, and the old secret stays valid until its own expiry", async () => {
    const client = await registered(service);
    service.pass(59 * DAY_SECONDS);
    expect((await look(client)).body).not.toHaveProperty("client_secret");
    service.pass(DAY_SECONDS);
    const { body } = await look(client);
    expect(body.client_secret).not.toBe(client.client_secret);
    expect(body.client_secret_expires_at).toBe(seconds(60 + 80));

    expect([await isGood(client, client.client_secret), await isGood(client, body.client_secret)]).toEqual([
      true,
      true,
    ]);
    expect((await look(client)).body).not.toHaveProperty("client_secret");
    service.pass(20 * DAY_SECONDS);
    expect([await isGood(client, client.client_secret), await isGood(client, body.client_secret)]).toEqual([
      false,
      true,
    ]);
  });

  it("also after its expiry, and the old secret stays invalid", async () => {
    const client = await registered(service);
    service.pass(100 * DAY_SECONDS);
    const { body } = await look(client);
    expect([await isGood(client, client.client_secret), await isGood(client, body.client_secret)]).toEqual([
      false,
      true,
    ]);
  });

  it("once: ten concurrent reads get one secret, and it is the valid one", async () => {
    const client = await registered(service);
    service.pass(70 * DAY_SECONDS);
    const answers = await Promise.all(Array.from({ length: 10 }, () => look(client)));
    const given = [...new Set(answers.map(({ body }) => body.client_secret))];
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(given).toHaveLength(1);
    expect(await isGood(client, given[0])).toBe(true);
    const audited = await service.rows(
      "SELECT actor FROM audit_event WHERE client_id = $1 AND type = 'client_secret_rotated'",
      [client.client_id],
    );
    expect(audited).toEqual([{ actor: "client" }]);
  });
});

describe.each(looks)(
  "RFC 7592 §5: the response with a new secret may be lost, so a registration that is %s",
  (_, look) => {
    const renewedTwice = async (client: Registered) => {
      service.pass(70 * DAY_SECONDS);
      const lost = (await read(client)).body;
      return { lost, found: (await look(client)).body };
    };

    it("returns the same secret again, with its expiry", async () => {
      const client = await registered(service);
      const { lost, found } = await renewedTwice(client);
      expect(found.client_secret).toBe(lost.client_secret);
      expect(found.client_secret_expires_at).toBe(seconds(70 + 80));
      expect([await isGood(client, client.client_secret), await isGood(client, found.client_secret)]).toEqual([
        true,
        true,
      ]);
    });

    it("returns it also after the expiry of the old secret", async () => {
      const client = await registered(service);
      const { lost } = await renewedTwice(client);
      service.pass(20 * DAY_SECONDS);
      const { client_secret } = (await look(client)).body;
      expect(client_secret).toBe(lost.client_secret);
      expect(await isGood(client, client_secret)).toBe(true);
    });

    it("no longer returns it after it was used", async () => {
      const client = await registered(service);
      const { found } = await renewedTwice(client);
      expect(await isGood(client, client.client_secret)).toBe(true);
      expect((await look(client)).body.client_secret).toBe(found.client_secret);
      expect(await isGood(client, found.client_secret)).toBe(true);
      expect((await look(client)).body).not.toHaveProperty("client_secret");
      expect(
        await service.rows("SELECT FROM client WHERE id = $1 AND sealed_unused_secret IS NOT NULL", [client.client_id]),
      ).toEqual([]);
    });
  },
);

describe("RFC 7592 §2.2: a secret that an update created", () => {
  const confidential = { token_endpoint_auth_method: "client_secret_basic" };

  it("is returned until it was used", async () => {
    const client = await registered(service, { token_endpoint_auth_method: "none" });
    const body = { ...metadata, client_id: client.client_id, ...confidential };
    const { client_secret } = (await manage(client, "PUT", body)).body;
    expect((await read(client)).body.client_secret).toBe(client_secret);
    expect(await isGood(client, client_secret)).toBe(true);
    expect((await read(client)).body).not.toHaveProperty("client_secret");
  });

  it("is no longer returned when a command created another, or the client needs none", async () => {
    const client = await registered(service, { token_endpoint_auth_method: "none" });
    const body = { ...metadata, client_id: client.client_id };
    await manage(client, "PUT", { ...body, ...confidential });
    const stored = {
      secretHash: hashSecret("x".repeat(43)),
      sealedSecret: undefined,
      secretKeyEncryptionKeyId: undefined,
    };
    await rotateClientSecret(
      service.database,
      { clientId: client.client_id, secret: stored },
      byOperatorAt(service.clock.now),
    );
    expect((await read(client)).body).not.toHaveProperty("client_secret");
    await manage(client, "PUT", { ...body, token_endpoint_auth_method: "none" });
    expect((await read(client)).body).not.toHaveProperty("client_secret");
  });

  it("the old secret stays valid while the response may be lost", async () => {
    const client = await registered(service);
    service.pass(70 * DAY_SECONDS);
    const { client_secret } = (await read(client)).body;
    const body = { ...metadata, client_id: client.client_id, client_secret: client.client_secret };
    expect((await manage(client, "PUT", body)).body.client_secret).toBe(client_secret);
    expect((await manage(client, "PUT", { ...body, client_secret: "x" })).status).toBe(400);
    const other = { ...body, id_token_signed_response_alg: "HS256" };
    expect((await manage(client, "PUT", other)).body.client_secret).not.toBe(client.client_secret);
  });
});

it("RFC 7592 §2.2: an update that began before a renewal does not restore the old secret", async () => {
  const client = await registered(service);
  service.pass(70 * DAY_SECONDS);
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? read(client) : replace(client))));
  const given = [...new Set(answers.map(({ body }) => body.client_secret))];
  expect(given).toHaveLength(1);
  expect(await isGood(client, given[0])).toBe(true);
});

it("clients rotate-secret: revokes the old secret at once, and the new one is valid for at least 30 days", async () => {
  const client = await registered(service);
  service.pass(79 * DAY_SECONDS);
  const { client_secret } = (await read(client)).body;
  const stored = {
    secretHash: hashSecret("n".repeat(43)),
    sealedSecret: undefined,
    secretKeyEncryptionKeyId: undefined,
  };
  await service.rows("UPDATE client SET secret_expires_at = $2 WHERE id = $1", [client.client_id, service.clock.now]);
  await rotateClientSecret(
    service.database,
    { clientId: client.client_id, secret: stored },
    byOperatorAt(service.clock.now),
  );

  for (const old of [client.client_secret, client_secret]) expect(await isGood(client, old)).toBe(false);
  service.pass(30 * DAY_SECONDS - 1);
  expect(await isGood(client, "n".repeat(43))).toBe(true);
  service.pass(1);
  expect(await isGood(client, "n".repeat(43))).toBe(false);
});
