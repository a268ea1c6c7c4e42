import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../../../../testing/browser.ts";
import type { ClientName } from "../../../../testing/clients/clients.ts";
import { asClient, post, refresh, tokensFor } from "../../../../testing/clients/tokens.ts";
import { authorizationOf } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { resource } from "../../../../testing/world.ts";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
  // R1: a client that is the account of the resource server.
  await service.rows("UPDATE client SET resource_server = $1 WHERE id = 'queryClient'", [resource]);
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.origin);
});

const tokens = (client: ClientName, scope = "openid") => tokensFor(browser, service.origin, client, scope);
const subOf = async (client: ClientName) => decodeJwt((await tokens(client)).id_token).sub;

async function introspect(caller: ClientName, token: string) {
  const { headers, fields } = asClient(caller);
  return (await post(service.origin, "/introspect", { ...fields, token }, headers)).body;
}

describe("OIDC Core §8.1: a pairwise subject", () => {
  it("is the same at every client of the host, and later, and reveals nothing about the person", async () => {
    const sub = await subOf("pairwiseClient");
    expect(await subOf("pairwiseSibling")).toBe(sub);
    browser = openBrowser(service.origin);
    expect(await subOf("pairwiseClient")).toBe(sub);
    expect(sub).not.toBe(service.alice);
  });

  it("differs at a client of another host, and the public subject is not revealed", async () => {
    const subs = [await subOf("pairwiseClient"), await subOf("pairwiseElsewhere"), await subOf("webClient")];
    expect(new Set(subs).size).toBe(3);
    expect(subs[2]).toBe(service.alice);
  });

  it("is in everything that an authorization yields, and the public subject is in nothing", async () => {
    const given = await tokens("pairwiseClient", "openid email offline_access");
    const sub = decodeJwt(given.id_token).sub;
    const renewed = (await refresh(service.origin, "pairwiseClient", given.refresh_token)).body;
    const shown = [
      decodeJwt(given.access_token),
      decodeJwt(renewed.id_token),
      decodeJwt(renewed.access_token),
      await introspect("pairwiseClient", renewed.access_token),
      await introspect("pairwiseClient", renewed.refresh_token),
      await introspect("queryClient", renewed.access_token),
    ];
    expect(shown.map((claims) => claims.sub)).toEqual(shown.map(() => sub));
    const [userinfo] = await service.rows(
      "SELECT * FROM userinfo_v1 WHERE client_id = 'pairwiseClient' ORDER BY expires_at DESC",
    );
    expect(userinfo?.sub).toBe(sub);
    expect(JSON.stringify([shown, userinfo])).not.toContain(service.alice);
  });

  it("is not undone by the username that introspection returns to public clients (§17.3)", async () => {
    const pairwise = (await tokens("pairwiseClient")).access_token;
    for (const caller of ["pairwiseClient", "queryClient"] as const) {
      const answer = await introspect(caller, pairwise);
      expect(answer.active).toBe(true);
      expect(answer).not.toHaveProperty("username");
    }
    expect(await introspect("queryClient", (await tokens("webClient")).access_token)).toHaveProperty(
      "username",
      "alice",
    );
  });

  it("is deleted with the person", async () => {
    const rows = () => service.rows("SELECT FROM pairwise_subject");
    const before = (await rows()).length;
    const [gone] = await service.rows(
      `INSERT INTO end_user (id, username, created_at, updated_at)
       VALUES (gen_random_uuid(), 'gone', now(), now()) RETURNING id`,
    );
    await service.rows("INSERT INTO pairwise_subject VALUES ($1, 'pair.example', 's-1')", [gone?.id]);
    await service.rows("DELETE FROM end_user WHERE id = $1", [gone?.id]);
    expect(await rows()).toHaveLength(before);
  });
});

describe("OIDC Core §8: a client names a person by its own subject", () => {
  const silently = (id_token_hint: string) =>
    browser.get(authorizationOf("pairwiseClient", { prompt: "none", scope: "openid", id_token_hint }));

  it("its ID token is accepted as a hint (§3.1.2.1)", async () => {
    const { location } = await silently((await tokens("pairwiseClient")).id_token);
    expect(location?.searchParams.has("code")).toBe(true);
  });

  it("authz-18: a hint of another person is login_required", async () => {
    const { id_token } = await tokens("pairwiseClient");
    browser = openBrowser(service.origin);
    await tokensFor(browser, service.origin, "pairwiseClient", "openid", "mallory");
    expect((await silently(id_token)).location?.searchParams.get("error")).toBe("login_required");
  });

  it("the claim sub with a value (§5.5.1) means the pairwise subject; the public one matches no person", async () => {
    const about = async (...values: string[]) => {
      const claims = JSON.stringify({ id_token: { sub: { values } } });
      const { location } = await browser.get(
        authorizationOf("pairwiseClient", { prompt: "none", scope: "openid", claims }),
      );
      return location?.searchParams;
    };
    const sub = (await subOf("pairwiseClient")) ?? "";
    expect((await about("somebody\0else", sub))?.has("code")).toBe(true);
    expect((await about(service.alice))?.get("error")).toBe("login_required");
    expect((await about((await subOf("pairwiseElsewhere")) ?? ""))?.get("error")).toBe("login_required");
  });

  it("its ID token signs out at once (RP-Initiated Logout §2), and that of another person asks", async () => {
    const end = (hint: string) => browser.get(`/end_session?${new URLSearchParams({ id_token_hint: hint })}`);
    const alices = browser;
    const { id_token } = await tokens("pairwiseClient");
    browser = openBrowser(service.origin);
    await tokensFor(browser, service.origin, "pairwiseClient", "openid", "mallory");
    expect((await end(id_token)).body).toContain('id="sign-out"');

    browser = alices;
    expect((await end(id_token)).location?.pathname).toBe("/signed-out");
  });
});

describe("OIDC Core §8.1: introspection", () => {
  const nobody = { userId: undefined };

  it("returns a pairwise subject to its own sector only", async () => {
    const sub = String(await subOf("pairwiseClient"));
    const named = async (one: string, sector: string | undefined) => ({
      userId: await service.deps.subjects.userOf(one, { sector }),
    });
    expect(await named(sub, "pair.example")).toEqual({ userId: service.alice });
    expect(await named(sub, "other.example")).toEqual(nobody);
    expect(await named(service.alice, "pair.example")).toEqual(nobody);
    expect(await named("a\0b", "pair.example")).toEqual(nobody);
    expect(await named(service.alice, undefined)).toEqual({ userId: service.alice });
  });
});
