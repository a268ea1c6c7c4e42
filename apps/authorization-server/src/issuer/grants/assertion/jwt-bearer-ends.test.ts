import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import {
  alicesToken,
  assertionOf,
  grant,
  KUBERNETES_RULES,
  kubernetes,
  ORDERS,
  ofPeople,
  ofWorkloads,
  prepareTrust,
  trust,
} from "../../../../testing/clients/assertions.ts";
import { post } from "../../../../testing/clients/tokens.ts";
import { basic } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { disableClient, enableClient } from "../../../administration/clients/clients.ts";
import { changeKept, removeKept } from "../../../administration/entity-acts.ts";
import { enableIdentityProvider } from "../../../administration/providers/identity-providers.ts";
import { trustedIssuers } from "../../../administration/trusted-issuers/entity.ts";

let service: Service;
let people: string;
let pods: string;
beforeAll(async () => {
  service = await startService();
  await prepareTrust(service);
  service.pass(3600);
  // Another client of the resource server sees whether a token is valid.
  await service.rows("UPDATE client SET resource_server = $1 WHERE id = 'quietAgent'", [ORDERS]);
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM trusted_issuer");
  people = await trust(service, ofPeople());
  pods = await trust(service, ofWorkloads(kubernetes.iss, { workloads: KUBERNETES_RULES }));
});

const by = () => byOperatorAt(service.clock.now);
const ofAlice = async () => grant(service, await assertionOf(service, alicesToken), "agent");
const ofPod = async () => grant(service, await assertionOf(service, kubernetes));
const isActive = async (token: string) =>
  (await post(service.origin, "/introspect", { token }, basic("quietAgent"))).body.active as boolean;
const SAME = {
  status: 400,
  body: { error: "invalid_grant", error_description: expect.stringContaining("iss and sub give no access here") },
};

/** A way to end access of alice, and what undoes it. */
type Ending = readonly [name: string, end: () => Promise<unknown>, undo: () => Promise<unknown>];
const disableUser = "UPDATE end_user SET disabled_at = now() WHERE username = 'alice'";
const enableUser = "UPDATE end_user SET disabled_at = NULL WHERE username = 'alice'";
const disableIssuer = (id: () => string) => () =>
  changeKept(service.database, trustedIssuers, { id: id(), changes: { isEnabled: false } }, by());
const none = async () => {};

const OF_PEOPLE: readonly Ending[] = [
  ["the issuer is disabled", disableIssuer(() => people), none],
  ["the issuer is removed", () => removeKept(service.database, trustedIssuers, people, by()), none],
  ["the account is disabled", () => service.rows(disableUser), () => service.rows(enableUser)],
];

describe("jbgx-02, jbg-r03: a good assertion gives nothing after access ended, and what it gave is over", () => {
  it.each(OF_PEOPLE)("%s", async (_, end, undo) => {
    const { body } = await ofAlice();
    expect(await isActive(body.access_token)).toBe(true);
    await end();
    expect(await isActive(body.access_token)).toBe(false);
    // jbg-r03: every cause gets the same text.
    expect(await ofAlice()).toMatchObject(SAME);
    await undo();
  });

  it("the provider of the connections is disabled", async () => {
    await enableIdentityProvider(service.database, { alias: "corp", isEnabled: false }, by());
    expect(await ofAlice()).toMatchObject(SAME);
    await enableIdentityProvider(service.database, { alias: "corp", isEnabled: true }, by());
    expect((await ofAlice()).status).toBe(200);
  });

  it("the client is disabled", async () => {
    const { body } = await ofAlice();
    const pod = await ofPod();
    await disableClient(service.database, "agent", by());
    await disableClient(service.database, "orders", by());
    for (const id of ["agent", "orders"]) service.deps.clients.forget(id);
    expect(await isActive(body.access_token)).toBe(false);
    expect(await isActive(pod.body.access_token)).toBe(false);
    expect(await ofAlice()).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    expect(await ofPod()).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    await enableClient(service.database, "agent", by());
    await enableClient(service.database, "orders", by());
    for (const id of ["agent", "orders"]) service.deps.clients.forget(id);
  });

  it.each([
    ["disabled", () => disableIssuer(() => pods)()],
    ["removed", () => removeKept(service.database, trustedIssuers, pods, by())],
  ])("of a program, the issuer is %s", async (_, end) => {
    const { body } = await ofPod();
    expect(await isActive(body.access_token)).toBe(true);
    await end();
    expect(await isActive(body.access_token)).toBe(false);
    expect(await ofPod()).toMatchObject(SAME);
  });

  it("a client revokes its token (RFC 7009)", async () => {
    const { body } = await ofAlice();
    await post(service.origin, "/revoke", { token: body.access_token }, basic("agent"));
    expect(await isActive(body.access_token)).toBe(false);
  });
});

describe("decision 185: a change of a trusted issuer ends what its assertions gave", () => {
  it("but not what those of others gave, and not if only its name changes", async () => {
    const [alice, pod] = [await ofAlice(), await ofPod()];
    await changeKept(service.database, trustedIssuers, { id: people, changes: { name: "Other" } }, by());
    expect(await isActive(alice.body.access_token)).toBe(true);
    await changeKept(service.database, trustedIssuers, { id: people, changes: { scopes: ["orders:read"] } }, by());
    expect([await isActive(alice.body.access_token), await isActive(pod.body.access_token)]).toEqual([false, true]);
    expect((await ofAlice()).body.scope).toBe("orders:read");
    await changeKept(service.database, trustedIssuers, { id: pods, changes: { maxLifetimeSeconds: 300 } }, by());
    expect(await isActive(pod.body.access_token)).toBe(false);
  });

  it("also if it changes between the check of an assertion and its token", async () => {
    for (const [ask, id] of [
      [ofAlice, people],
      [ofPod, pods],
    ] as const) {
      const { spend } = service.deps.grantAssertions;
      service.deps.grantAssertions.spend = async (...given) => {
        await changeKept(service.database, trustedIssuers, { id, changes: { maxLifetimeSeconds: 599 } }, by());
        return spend(...given);
      };
      expect(await ask()).toMatchObject(SAME);
      service.deps.grantAssertions.spend = spend;
    }
  });

  it("the connection counts until the token is made", async () => {
    const { spend } = service.deps.grantAssertions;
    const [held] = await service.rows("SELECT * FROM federated_identity WHERE user_id = $1", [service.alice]);
    service.deps.grantAssertions.spend = async (...given) => {
      await service.rows("DELETE FROM federated_identity WHERE id = $1", [held?.id]);
      return spend(...given);
    };
    expect(await ofAlice()).toMatchObject(SAME);
    service.deps.grantAssertions.spend = spend;
    await service.rows(
      `INSERT INTO federated_identity (id, provider_id, issuer, subject, user_id, created_at)
       VALUES ($1, $2, $3, $4, $5, now())`,
      [held?.id, held?.provider_id, held?.issuer, held?.subject, held?.user_id],
    );
    expect((await ofAlice()).status).toBe(200);
  });

  it("the row of an authorization is purged with its mark", async () => {
    const { body } = await ofAlice();
    const { authorization_id: id } = decodeJwt(body.access_token);
    const marks = () => service.rows("SELECT FROM trusted_issuer_authorization WHERE authorization_id = $1", [id]);
    expect(await marks()).toHaveLength(1);
    await service.rows('DELETE FROM "authorization" WHERE id = $1', [id]);
    expect(await marks()).toHaveLength(0);
  });
});
