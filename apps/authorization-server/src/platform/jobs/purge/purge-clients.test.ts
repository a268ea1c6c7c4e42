import { clientMetadata } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import { pathOf, registered, send } from "../../../../testing/clients/registration.ts";
import { post } from "../../../../testing/clients/tokens.ts";
import { advance, basic } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, noon } from "../../../../testing/world.ts";
import { clientDocumentStore } from "../../stores/client/client-documents.ts";
import { purgeClients, purgeDocumentClients } from "./purge-clients.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const after = (days: number) => new Date(noon.getTime() + days * 86_400_000);
const purging = (at: Date, unusedDays = 90) => ({ ...service.deps, database: service.database, at, unusedDays });
const isThere = async (id: string) => (await service.rows("SELECT FROM client WHERE id = $1", [id])).length === 1;
const machine = { grant_types: ["client_credentials"], redirect_uris: undefined };
const ends = async (id: string, days: number, unusedDays = 90) => {
  await purgeClients(purging(after(days), unusedDays));
  return !(await isThere(id));
};

describe("RFC 7591 §5, dcr-16: unused clients are deleted", () => {
  it("a client that was never used, after seven days, with an audit event, and no other", async () => {
    const { client_id } = await registered(service);
    expect(await ends(client_id, 6.99)).toBe(false);
    expect(await ends(client_id, 7)).toBe(true);
    expect(await isThere("webClient")).toBe(true);
    expect(
      await service.rows("SELECT type, actor FROM audit_event WHERE client_id = $1 ORDER BY id", [client_id]),
    ).toEqual([
      { type: "client_registered", actor: "client" },
      { type: "client_expired", actor: "schedule" },
    ]);
  });

  it.each<[string, object, (client: Awaited<ReturnType<typeof registered>>) => Promise<unknown>]>([
    [
      "its own access token",
      machine,
      (client) =>
        post(
          service.origin,
          "/token",
          { grant_type: "client_credentials" },
          basic(client.client_id, client.client_secret),
        ),
    ],
    [
      "a sign-in",
      { grant_types: ["implicit"], response_types: ["id_token"], scope: "openid" },
      (client) => {
        const query = new URLSearchParams({
          ...{ client_id: client.client_id, response_type: "id_token", scope: "openid", nonce: "n1" },
          redirect_uri: client.redirect_uris[0],
        });
        return advance(openBrowser(service.origin), `/authorization?${query}`);
      },
    ],
    [
      "a read of its registration",
      {},
      (client) => send(service, { method: "GET", path: pathOf(client), token: client.registration_access_token }),
    ],
  ])("a used client, after the number of days that the deployment configures: %s", async (_, metadata, use) => {
    const client = await registered(service, metadata);
    await use(client);
    await service.deps.clientUses.flush();
    expect(await ends(client.client_id, 89.9)).toBe(false);
    expect(await ends(client.client_id, 90)).toBe(true);
  });

  it("a failed attempt does not count as use", async () => {
    const client = await registered(service, machine);
    await post(service.origin, "/token", { grant_type: "client_credentials" }, basic(client.client_id, "wrong"));
    await service.deps.clientUses.flush();
    expect(await ends(client.client_id, 7)).toBe(true);
  });

  it.each([
    ["never, if the deployment says so", "SELECT", 0],
    ["never if an operator disabled it", "UPDATE client SET disabled_at = now() WHERE id = $1", 90],
    ["never if an operator created it", "UPDATE client SET registration_access_token_hash = NULL WHERE id = $1", 90],
  ])("%s", async (_, change, unusedDays) => {
    const { client_id } = await registered(service);
    if (change !== "SELECT") await service.rows(change, [client_id]);
    expect(await ends(client_id, 4000, unusedDays)).toBe(false);
    await service.rows("DELETE FROM client WHERE id = $1", [client_id]);
  });

  it("in small batches, and two concurrent runs delete each client once", async () => {
    await service.rows(`INSERT INTO client SELECT (jsonb_populate_record(c, jsonb_build_object(
                          'id', 'many ' || n, 'registration_access_token_hash', '\\x' || to_hex(n + 4096)))).*
                          FROM client c, generate_series(1, 250) n WHERE c.id = 'webClient'`);
    const runs = await Promise.all([1, 2].map(() => purgeClients(purging(after(8)))));
    expect(runs.reduce((sum, ended) => sum + ended)).toBe(250);
    expect(await service.rows("SELECT FROM client WHERE id LIKE 'many %'")).toEqual([]);
  });
});

describe("a use is written at most once a day, and no request waits for it", () => {
  it("and twenty uses are written in one statement", async () => {
    const client = await registered(service, machine);
    const ask = () =>
      post(
        service.origin,
        "/token",
        { grant_type: "client_credentials" },
        basic(client.client_id, client.client_secret),
      );
    await Promise.all(Array.from({ length: 20 }, ask));
    const used = () => service.rows("SELECT last_used_at FROM client WHERE id = $1", [client.client_id]);
    expect(await used()).toEqual([{ last_used_at: null }]);
    expect(await service.deps.clientUses.flush()).toBe(1);
    expect(await used()).toEqual([{ last_used_at: noon }]);

    service.deps.clients.forget(client.client_id);
    await ask();
    expect(await service.deps.clientUses.flush()).toBe(0);
  });
});

describe("CIMD, section 8.9: clients of metadata documents are deleted", () => {
  const url = "https://app.example/client";
  const store = () => clientDocumentStore(service.database);
  const keep = () => {
    const metadata = clientMetadata({ issuer }).parse({
      client_name: "App",
      redirect_uris: ["https://app.example/cb"],
    });
    return store().keep({ url, metadata, freshUntil: after(1) }, 10, { at: noon, address: "192.0.2.1" });
  };
  const decide = (decision: "pinned_at" | "disabled_at") =>
    decision === "pinned_at"
      ? service.rows("UPDATE client_document SET pinned_at = $1", [noon])
      : service.rows("UPDATE client SET disabled_at = $1 WHERE id = $2", [noon, url]);
  const isGone = async (days: number, unusedDays = 90) => {
    await purgeDocumentClients(purging(after(days), unusedDays));
    return !(await isThere(url));
  };

  it("a day after the fetch, if no one agreed to it", async () => {
    await keep();
    expect(await isGone(0.99)).toBe(false);
    expect(await isGone(1)).toBe(true);
    expect(await store().find(url)).toBeUndefined();
    expect(await isThere("webClient")).toBe(true);
  });

  it("if it has a consent, only when it is not used any more", async () => {
    await keep();
    await service.rows(
      `INSERT INTO consent (user_id, client_id, resource, granted_scopes, declined_scopes, updated_at)
       SELECT $1, $2, identifier, '{}', '{}', $3 FROM resource_server`,
      [service.alice, url, noon],
    );
    expect(await isGone(89.9)).toBe(false);
    expect(await isGone(400, 0)).toBe(false);
    expect(await isGone(90)).toBe(true);
  });

  it.each(["pinned_at", "disabled_at"] as const)("never with %s", async (decision) => {
    await keep();
    await decide(decision);
    expect(await isGone(400)).toBe(false);
    await service.rows("DELETE FROM client WHERE id = $1", [url]);
    await service.rows("DELETE FROM client_document");
  });
});
