import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Browser, openBrowser } from "../../../../testing/browser.ts";
import { post } from "../../../../testing/clients/tokens.ts";
import { agree, challenge, redeem, signIn } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { noon } from "../../../../testing/world.ts";
import { decideDocument } from "../../../administration/clients/client-documents.ts";
import { addResourceServer } from "../../../administration/resource-servers/resource-servers.ts";
import { type Listener, startListener, testCa } from "../../../platform/outbound/testing/listener.ts";

const tools = "https://tools.example/mcp";
const redirectUri = "http://127.0.0.1:51234/cb";
let documents: Listener;
let service: Service;
let published: Record<string, unknown>;
let status: number;
let url: string;
let serial = 0;
let browser: Browser;

beforeAll(async () => {
  documents = await startListener((_req, res) =>
    res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(published)),
  );
  const host = `localhost:${documents.port}`;
  service = await startService({
    settings: {
      OUTBOUND_ALLOWED_HOSTS: host,
      OUTBOUND_CA: testCa,
      CLIENT_DOCUMENTS: "listed",
      CLIENT_DOCUMENT_HOSTS: host,
      CLIENT_DOCUMENT_SCOPES: "tools:use tools:admin",
      NATIVE_LOCALHOST: "allowed",
    },
  });
  const about = { name: "Tools", accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300, listed: false } as const;
  const resource = { identifier: tools, scopes: ["tools:use", "tools:admin"], ...about };
  await addResourceServer(service.database, resource, byOperatorAt(noon));
});
afterAll(async () => {
  await service.close();
  await documents.close();
});
beforeEach(() => {
  serial += 1;
  url = `https://localhost:${documents.port}/client-${serial}`;
  status = 200;
  published = {
    client_id: url,
    client_name: "Example editor",
    redirect_uris: ["http://127.0.0.1/cb", "http://localhost/cb"],
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "none",
  };
  browser = openBrowser(service.origin);
});

const addressOf = (changes: Record<string, string> = {}) =>
  `/authorization?${new URLSearchParams({
    client_id: url,
    response_type: "code",
    redirect_uri: redirectUri,
    state: "st1",
    code_challenge: challenge,
    code_challenge_method: "S256",
    resource: tools,
    ...changes,
  })}`;

/** Signs in if that is asked, and goes on to the consent page. */
async function consentPage(changes: Record<string, string> = {}) {
  const page = await browser.follow(await browser.get(addressOf(changes)));
  return page.body.includes('action="/login"') ? signIn(browser, page) : page;
}

async function codeOf(changes: Record<string, string> = {}) {
  const answer = await agree(browser, await consentPage(changes));
  return answer.location?.searchParams.get("code") ?? "";
}

const tokensFor = (code: string, changes: Record<string, string> = {}) =>
  redeem(service.origin, code, { client_id: url, redirect_uri: redirectUri, resource: tools, ...changes }, {});
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

describe("B1: RFC 9700 §4.11.2: the redirect URIs of a document are not reviewed", () => {
  const wrong = { scope: '"' };

  it("an error of its request redirects no browser in which no one is signed in: a page has a link", async () => {
    const page = await browser.get(addressOf(wrong));
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.body).toContain("Go back to 127.0.0.1:51234");
  });

  it("also if an operator pinned it: what is pinned is the URL, and the document can change", async () => {
    await decideDocument(service.database, { url, decision: "pinned" }, byOperatorAt(noon));
    expect((await browser.get(addressOf(wrong))).location).toBeUndefined();
  });

  it("the error is redirected to where a signed-in person is, and where no page may be shown", async () => {
    expect((await browser.get(addressOf({ prompt: "none" }))).location?.port).toBe("51234");
    await consentPage();
    expect((await browser.get(addressOf(wrong))).location?.searchParams.get("error")).toBe("invalid_scope");
  });
});

describe("MCP authorization: a client that is known by its document", () => {
  it("gets a token for the resource server, without scope and nonce", async () => {
    const { status: answered, body } = await tokensFor(await codeOf());
    expect([answered, body.token_type]).toEqual([200, "Bearer"]);
    expect(claimsOf(body.access_token)).toMatchObject({ aud: tools, client_id: url });
  });

  it("is shown by the host of its document, with its name as a claim, a warning, and the recipient", async () => {
    const { body } = await consentPage();
    expect(body).toContain(`>localhost:${documents.port} wants access to your account</h1>`);
    expect(body).toContain(`localhost:${documents.port} calls this app “Example editor”.`);
    expect(body).toContain('id="local-warning"');
    expect(body).toContain("You’ll be sent to 127.0.0.1:51234.");
  });

  it("cimx-05: the page and the warning come each time, also after consent", async () => {
    await codeOf();
    const { body } = await consentPage();
    expect(body).toContain('action="/consent"');
    expect(body).toContain('id="local-warning"');
    const silent = await browser.follow(await browser.get(addressOf({ prompt: "none" })));
    expect(silent.location?.searchParams.get("error")).toBe("consent_required");
  });

  it("X7: may choose the port of a listed localhost", async () => {
    const answer = await agree(browser, await consentPage({ redirect_uri: "http://localhost:4711/cb" }));
    expect(answer.location?.origin).toBe("http://localhost:4711");
  });

  it("OAuth 2.1 §4.1.1: needs a code challenge", async () => {
    const page = await browser.get(addressOf({ code_challenge: "" }));
    expect(page.body).toContain('<code id="error-code">invalid_request</code>');
  });

  it("cimx-06: is refused every other grant", async () => {
    await codeOf();
    const { status: answered, body } = await post(service.origin, "/token", {
      grant_type: "client_credentials",
      client_id: url,
    });
    expect([answered, body.error]).toEqual([400, "unauthorized_client"]);
  });

  it("gets a refresh token that rotates, with offline_access", async () => {
    const scope = "openid offline_access tools:use";
    const first = await tokensFor(await codeOf({ scope }));
    expect(first.body.refresh_token).toBeDefined();
    const second = await post(service.origin, "/token", {
      grant_type: "refresh_token",
      refresh_token: first.body.refresh_token,
      client_id: url,
      resource: tools,
    });
    expect([second.status, second.body.refresh_token === first.body.refresh_token]).toEqual([200, false]);
  });

  it("MCP step-up: a larger scope set returns the union, and old tokens keep their scopes", async () => {
    const first = await tokensFor(await codeOf({ scope: "tools:use" }));
    const second = await tokensFor(await codeOf({ scope: "tools:use tools:admin" }));
    expect([first.body, second.body].map(({ access_token }) => claimsOf(access_token).scope)).toEqual([
      "tools:use",
      "tools:use tools:admin",
    ]);
  });

  it("may push its request before it was ever seen", async () => {
    const pushed = Object.fromEntries(new URLSearchParams(addressOf().split("?")[1]));
    const { status: answered, body } = await post(service.origin, "/par", pushed);
    expect([answered, typeof body.request_uri]).toEqual([201, "string"]);
  });
});

describe("CIMD, section 8.3: what changes between the endpoints", () => {
  it("cimx-03: a code of a client that became another one is refused, and people are asked again", async () => {
    published = { ...published, redirect_uris: ["http://127.0.0.1/cb"] };
    const code = await codeOf();
    published = { ...published, token_endpoint_auth_method: "private_key_jwt", jwks_uri: `${url}/jwks` };
    await service.rows("UPDATE client_document SET fresh_until = $2 WHERE url = $1", [url, noon]);
    const { status: answered, body } = await tokensFor(code);
    expect([answered, body.error]).toEqual([401, "invalid_client"]);
    expect(await service.rows("SELECT FROM consent WHERE client_id = $1", [url])).toEqual([]);
    const live = await service.rows(`SELECT FROM "authorization" WHERE client_id = $1 AND revoked_at IS NULL`, [url]);
    expect(live).toEqual([]);
  });

  it("cimx-03: a redirect URI that the document no longer lists is an error page", async () => {
    await codeOf();
    published = { ...published, redirect_uris: ["http://127.0.0.1/other"] };
    await service.rows("UPDATE client_document SET fresh_until = $2 WHERE url = $1", [url, noon]);
    const { status: answered, body, location } = await browser.get(addressOf());
    expect([answered, location]).toEqual([400, undefined]);
    expect(body).toContain("redirect_uri is not registered");
  });
});

describe("RFC 6749 §4.1.2.1: an error page for a document", () => {
  it.each<[string, () => void, string]>([
    ["that is not there", () => (status = 404), "the metadata document at client_id could not be fetched"],
    [
      "that names another client",
      () => (published = { ...published, client_id: `${url}/` }),
      "the metadata document at client_id is refused: client_id is not the URL of the document",
    ],
    [
      "with a client secret",
      () => (published = { ...published, client_secret: "s" }),
      "the metadata document at client_id is refused: client_secret must not be in a document",
    ],
  ])("%s", async (_, spoil, description) => {
    spoil();
    const answer = await browser.get(addressOf());
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.body).toContain(description);
  });

  it.each([
    ["a host that is not listed", "https://other.example/client"],
    ["a query", `https://localhost/client?a=b`],
  ])("of %s, and nothing is fetched", async (_, clientId) => {
    const before = documents.connections();
    const answer = await browser.get(addressOf({ client_id: clientId }));
    expect(answer.status).toBe(400);
    expect(answer.body).toContain("client_id is unknown");
    expect(documents.connections()).toBe(before);
  });
});

describe("CIMD, section 6: metadata", () => {
  it("says that documents are supported, only if they are", async () => {
    const metadata = async (of: Service) =>
      (await (await fetch(`${of.origin}/.well-known/oauth-authorization-server`)).json()) as Record<string, unknown>;
    expect(await metadata(service)).toMatchObject({
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      scopes_supported: expect.arrayContaining(["offline_access"]),
    });
    const off = await startService();
    expect(await metadata(off)).not.toHaveProperty("client_id_metadata_document_supported");
    await off.close();
  });
});
