/** An issuer with a path: every endpoint and page is below that path, and no link leads outside. */
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environment } from "../../src/config.ts";
import { basePathOf } from "../../src/paths.ts";
import { cookiesFor } from "../../src/platform/http/cookies.ts";
import { type Answer, hiddenFields, openBrowser } from "../browser.ts";
import { initialAccessToken, metadata, send } from "../clients/registration.ts";
import { authorizationOf, basic, verifier } from "../flows.ts";
import { type Service, startService } from "../service.ts";
import { password } from "../world.ts";

const ISSUER = "https://auth.example/eu/tenant-1";
const BASE = "/eu/tenant-1";

let service: Service;
beforeAll(async () => {
  service = await startService({ settings: { ISSUER } });
});
afterAll(() => service.close());

const get = (path: string, init: RequestInit = {}) =>
  fetch(`${service.origin}${path}`, { redirect: "manual", ...init });

/** Every address of ours in a page. */
const addressesIn = ({ body }: Answer) =>
  [...body.matchAll(/(?:action|href|src)="(\/[^"]*)"/g)].map(([, address]) => address);

async function signedIn() {
  const browser = openBrowser(service.origin);
  const login = await browser.follow(await browser.get(BASE + authorizationOf("webClient", { prompt: "consent" })));
  const fields = { username: "alice", password, action: "sign-in" };
  const consent = await browser.follow(await browser.submit(login, `${BASE}/login`, fields));
  const answer = await browser.submit(consent, `${BASE}/consent`, { action: "allow", scope: "openid" });
  return { browser, login, consent, answer: await browser.follow(answer) };
}

describe("F6, A Well-Known URL for Changing Passwords §3", () => {
  it("leads to the page below the issuer, which first asks who it is", async () => {
    const found = await get("/.well-known/change-password");
    expect([found.status, found.headers.get("location")]).toEqual([303, `${BASE}/account/password`]);
    const page = await openBrowser(service.origin).get(found.headers.get("location") ?? "");
    expect([page.status, page.location?.pathname]).toEqual([303, `${BASE}/login`]);
  });

  it("is no answer for every address: a manager asks for one that does not exist", async () => {
    expect((await get("/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200")).status).toBe(
      404,
    );
  });
});

describe("OIDC Discovery §4.1, RFC 8414 §3.1: the metadata of an issuer with a path", () => {
  const places = [
    `${BASE}/.well-known/openid-configuration`,
    `/.well-known/oauth-authorization-server${BASE}`,
    `/.well-known/openid-configuration${BASE}`,
    `${BASE}/.well-known/oauth-authorization-server`,
  ];

  it("is the same document at every place", async () => {
    const [first, ...others] = await Promise.all(
      places.map(async (place) => (await get(place)).json() as Promise<{ issuer: string }>),
    );
    expect(first?.issuer).toBe(ISSUER);
    for (const other of others) expect(other).toEqual(first);
  });

  it("names endpoints below the issuer, and each of them exists", async () => {
    const document = (await (await get(`${BASE}/.well-known/openid-configuration`)).json()) as Record<string, unknown>;
    const ours = Object.entries(document).filter(([name]) => /_endpoint$|_iframe$|^jwks_uri$/.test(name));
    const urls = ours.filter(([name]) => name !== "userinfo_endpoint").map(([, url]) => String(url));
    expect(urls.length).toBeGreaterThan(6);
    for (const url of urls) {
      expect(url.startsWith(`${ISSUER}/`), url).toBe(true);
      expect((await get(new URL(url).pathname)).status, url).not.toBe(404);
    }
  });

  it.each([
    "/.well-known/openid-configuration",
    "/.well-known/oauth-authorization-server",
    "/token",
    "/login",
    "/jwks",
  ])("is not found at %s, above the issuer", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("is not found at a path with the same beginning", async () => {
    expect((await get(`${BASE}0/jwks`)).status).toBe(404);
    expect((await get("/EU/tenant-1/jwks")).status).toBe(404);
  });
});

describe("OIDC Core §3.1: a person signs in below the path", () => {
  it("on pages whose addresses are all below the issuer", async () => {
    const { login, consent, answer } = await signedIn();
    for (const page of [login, consent]) {
      const addresses = addressesIn(page);
      expect(addresses).toContainEqual(expect.stringMatching(new RegExp(`^${BASE}/assets/style\\.css\\?v=`)));
      for (const address of addresses) expect(address).toMatch(new RegExp(`^${BASE}/`));
    }
    expect(answer.location?.searchParams.get("iss")).toBe(ISSUER);
    expect(answer.location?.searchParams.get("code")).toBeTruthy();
    expect((await get(`${BASE}/assets/style.css`)).status).toBe(200);
  });

  it("and the client redeems the code for an ID token of this issuer", async () => {
    const { answer } = await signedIn();
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code: answer.location?.searchParams.get("code") ?? "",
      redirect_uri: "https://rp.example/cb",
      code_verifier: verifier,
    });
    const response = await get(`${BASE}/token`, { method: "POST", body, headers: basic("webClient") });
    const tokens = (await response.json()) as { id_token: string };
    expect(decodeJwt(tokens.id_token).iss).toBe(ISSUER);
  });

  it("and signs out to a page below it", async () => {
    const { browser } = await signedIn();
    const page = await browser.get(`${BASE}/end_session`);
    const left = await browser.submit(page, `${BASE}/end_session`, {});
    expect(left.location?.pathname).toBe(`${BASE}/signed-out`);
  });

  it.each([BASE, `${BASE}/`])("and the home page is at %s", async (path) => {
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('id="home"')]);
  });

  it("and a form is refused from another origin, and accepted from its own", async () => {
    const browser = openBrowser(service.origin);
    const page = await browser.follow(await browser.get(BASE + authorizationOf("webClient")));
    const fields = hiddenFields(page.body, `${BASE}/login`);
    const refused = await browser.post(`${BASE}/login`, fields, { origin: "https://other.example" });
    expect(refused.body).toContain("access_denied");
    const wrong = await browser.submit(page, `${BASE}/login`, { username: "alice", password: "wrong" });
    expect(wrong.body).toContain('id="problem"');
  });
});

describe("RFC 7591 §3.2.1: registrations are below the path", () => {
  it("with a registration_client_uri that exists", async () => {
    const token = await initialAccessToken(service);
    const { status, body } = await send(service, { path: `${BASE}/openid/register`, token, body: metadata });
    expect([status, body.registration_client_uri.startsWith(`${ISSUER}/openid/register/`)]).toEqual([201, true]);
    const path = new URL(body.registration_client_uri).pathname;
    expect((await send(service, { method: "GET", path, token: body.registration_access_token })).status).toBe(200);
  });
});

describe("RFC 6265bis §4.1.3.2: cookies", () => {
  it("are for the host, as __Host- requires, and named after the whole issuer, to separate neighbours", async () => {
    const { browser } = await signedIn();
    for (const [name, attributes] of browser.attributes) {
      expect(name).toMatch(/^__Host-countersign-[0-9a-f]{8}-/);
      expect(attributes).toContain("Path=/;");
    }
    const named = (issuer: string) => {
      const set: unknown[] = [];
      cookiesFor(issuer).setSession(
        { appendHeader: (_: string, line: string) => set.push(line.split("=")[0]) } as never,
        "s",
      );
      return set[0];
    };
    expect(named(`${ISSUER}0`)).not.toBe(named(ISSUER));
  });
});

describe("OIDC Discovery §3: valid issuers", () => {
  const issuer = environment.shape.ISSUER;

  it.each(["https://a.example", "https://a.example/t", "https://a.example:8443/eu/t-1.2_~", "http://localhost:4000/t"])(
    "accepts %s",
    (value) => expect(issuer.parse(value)).toBe(value),
  );

  it.each([
    "https://a.example/",
    "https://a.example/t/",
    "https://a.example//t",
    "https://a.example/./t",
    "https://a.example/t/../u",
    "https://a.example/t%2Fu",
    "https://a.example/:t",
    "https://a.example/t*",
    "https://a.example/t?x",
    "https://a.example/t#x",
    "https://a.example/.well-known",
    "https://A.example/t",
    "https://a.example:443/t",
    "https://u@a.example/t",
    "https://a.example\\t",
    "http://a.example/t",
  ])("refuses %s", (value) => expect(issuer.safeParse(value).success).toBe(false));

  it("keeps the path as written", () => {
    expect([basePathOf("https://a.example"), basePathOf("https://a.example:1/x/y")]).toEqual(["", "/x/y"]);
  });
});
