import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import { approve, begin } from "../../../../testing/clients/devices.ts";
import { post } from "../../../../testing/clients/tokens.ts";
import { basic, codeFor } from "../../../../testing/flows.ts";
import { type Api, startApi } from "../../api/testing/api.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  await pass(0);
});
afterAll(() => api.close());

/** Lets time pass, with a token that is still valid then. */
async function pass(seconds: number): Promise<void> {
  api.pass(seconds);
  token = await api.tokenOf("clients:read", "clients:write");
}

const now = () => api.clock.now.toISOString();

/** When someone last signed in to a client, as the client itself and the list say it after the job has written. */
async function lastSignIn(id: string): Promise<string | null> {
  await api.deps.clientUses.flush();
  const { body } = await api.call(`/clients/${id}`, { token });
  const listed = await api.call(`/clients?q=${id}`, { token });
  const [found] = listed.body.items.filter(({ client_id }: { client_id: string }) => client_id === id);
  expect(found.last_sign_in_at).toBe(body.last_sign_in_at);
  return body.last_sign_in_at;
}

describe("decision 274: when someone last signed in to a client", () => {
  it("is known to five minutes, and null if no one did", async () => {
    expect(await lastSignIn("webClient")).toBeNull();
    const browser = openBrowser(api.origin);
    const first = now();
    await codeFor(browser, "webClient");
    expect(await lastSignIn("webClient")).toBe(first);
    await pass(299);
    await codeFor(browser, "webClient");
    expect(await lastSignIn("webClient")).toBe(first);
    await pass(1);
    await codeFor(browser, "webClient");
    expect(await lastSignIn("webClient")).toBe(now());
    expect(await lastSignIn("offlineClient")).toBeNull();
  });

  it("stays when the authorizations are gone", async () => {
    const before = await lastSignIn("webClient");
    await api.rows(`DELETE FROM "authorization" WHERE client_id = 'webClient'`);
    expect([before, await lastSignIn("webClient")]).toEqual([expect.any(String), before]);
  });

  it("is that of an approval, if a device asked for it", async () => {
    const { body } = await begin(api);
    expect(await lastSignIn("publicDevice")).toBeNull();
    await approve(openBrowser(api.origin), body.user_code);
    expect(await lastSignIn("publicDevice")).toBe(now());
  });

  it("no program signs in: a token that a client gets for itself is none", async () => {
    const answer = await post(api.origin, "/token", { grant_type: "client_credentials" }, basic("serviceClient"));
    expect(answer.status).toBe(200);
    expect(await lastSignIn("serviceClient")).toBeNull();
  });

  it("is no change of the client: its version stays", async () => {
    const etag = async () => (await api.call("/clients/webClient", { token })).headers.get("etag");
    const before = await etag();
    await pass(300);
    await codeFor(openBrowser(api.origin), "webClient");
    expect([await lastSignIn("webClient"), await etag()]).toEqual([now(), before]);
  });

  it("an earlier one that is written later, by another replica, changes nothing", async () => {
    const last = await lastSignIn("webClient");
    await pass(300);
    api.deps.clientUses.noteSignIn({ id: "webClient" }, new Date(Date.parse(last ?? "") - 3600_000));
    expect(await lastSignIn("webClient")).toBe(last);
  });

  it("is of no client that was deleted meanwhile", async () => {
    api.deps.clientUses.noteSignIn({ id: "gone" }, api.clock.now);
    expect(await api.deps.clientUses.flush()).toBe(1);
    expect(await api.rows("SELECT FROM client_sign_in WHERE client_id = 'gone'")).toEqual([]);
  });
});
