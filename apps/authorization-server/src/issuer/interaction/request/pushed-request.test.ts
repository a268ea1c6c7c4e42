import { hashSecret } from "@countersign/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Answer, type Browser, openBrowser } from "../../../../testing/browser.ts";
import { clientSecret } from "../../../../testing/clients/clients.ts";
import { pushStandard, requestUriOf, visitOf } from "../../../../testing/clients/pushing.ts";
import { advance, agree, authorizationOf, redeem, signIn, standard } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";
import { rotateClientSecret } from "../../../administration/clients/client-secrets.ts";
import { disableClient, enableClient } from "../../../administration/clients/clients.ts";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.origin);
});

/** A request that shows the consent page, also if the person agreed before. */
const push = (changes = {}) => requestUriOf(service.origin, "webClient", { prompt: "consent", ...changes });
const visit = (requestUri: string, by = browser) => by.get(visitOf("webClient", requestUri));
const page = (code: string) => ({ status: 400, location: undefined, body: expect.stringContaining(code) });
const unknown = page("invalid_request_uri");
const isLogin = ({ status, location }: Answer) => status === 303 && location?.pathname === "/login";
const finish = async (at: Answer, by = browser) => agree(by, await signIn(by, at));

describe("RFC 9126 §2.2: a request URI is valid for 90 seconds", () => {
  it("par-05: until a browser begins with it, and no longer", async () => {
    const requestUri = await push();
    service.pass(91);
    expect(await visit(requestUri)).toMatchObject(unknown);
  });

  it("and a person who began in time has ten minutes to complete it", async () => {
    const requestUri = await push();
    service.pass(10);
    const begun = await visit(requestUri);
    service.pass(190);
    expect((await finish(begun)).location?.searchParams.get("code")).toEqual(expect.any(String));
  });

  it("or for as long as the deployment says", async () => {
    const short = await startService({ settings: { PUSHED_REQUEST_TTL_SECONDS: "5" } });
    const { body } = await pushStandard(short.origin, "webClient");
    expect(body.expires_in).toBe(5);
    short.pass(6);
    expect(await openBrowser(short.origin).get(visitOf("webClient", body.request_uri))).toMatchObject(unknown);
    await short.close();
  });
});

describe("RFC 9126 §7.3: a request URI is used once", () => {
  it("the same browser may visit it twice before it is completed", async () => {
    const requestUri = await push();
    expect(isLogin(await visit(requestUri))).toBe(true);
    const again = await visit(requestUri);
    const done = await finish(again);
    expect(done.location?.searchParams.get("code")).toEqual(expect.any(String));
    expect(await visit(requestUri)).toMatchObject(unknown);
  });

  it("par-05: not after a response without a page", async () => {
    await advance(browser, authorizationOf("webClient"));
    const requestUri = await push({ prompt: undefined });
    expect((await visit(requestUri)).location?.searchParams.get("code")).toEqual(expect.any(String));
    expect(await visit(requestUri)).toMatchObject(unknown);
  });

  it.each([
    ["the person refuses", {}, "access_denied"],
    ["a page is needed and forbidden", { prompt: "none" }, "login_required"],
  ])("also if %s", async (_, changes, error) => {
    const requestUri = await push(changes);
    let answer = await visit(requestUri);
    if (isLogin(answer)) {
      const consent = await signIn(browser, answer);
      answer = await browser.follow(await browser.submit(consent, "/consent", { action: "deny" }));
    }
    expect(answer.location?.searchParams.get("error")).toBe(error);
    expect(await visit(requestUri)).toMatchObject(unknown);
  });

  it("also if the client may no longer make the request", async () => {
    const requestUri = await push({ scope: "openid profile" });
    await service.rows("UPDATE client SET scopes = '{openid}' WHERE id = 'webClient'");
    service.deps.clients.forget("webClient");
    expect((await visit(requestUri)).location?.searchParams.get("error")).toBe("invalid_scope");
    expect(await visit(requestUri)).toMatchObject(unknown);
    await service.rows("UPDATE client SET scopes = '{openid,profile,email,address,phone}' WHERE id = 'webClient'");
    service.deps.clients.forget("webClient");
  });

  it("parx-01: another browser cannot visit it, and the browser that began goes on", async () => {
    const requestUri = await push();
    const begun = await visit(requestUri);
    expect(await visit(requestUri, openBrowser(service.origin))).toMatchObject(unknown);
    expect((await finish(begun)).location?.searchParams.get("code")).toEqual(expect.any(String));
  });

  it("parx-02: two tabs that complete it at once get one code", async () => {
    await advance(browser, authorizationOf("webClient"));
    const requestUri = await push();
    const tabs = [await browser.follow(await visit(requestUri)), await browser.follow(await visit(requestUri))];
    const answers = await Promise.all(tabs.map((tab) => agree(browser, tab)));
    const codes = answers.filter(({ location }) => location?.searchParams.has("code"));
    expect(codes).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(1);
  });
});

describe("RFC 9126 §2.2, §7.5: a request URI belongs to its client", () => {
  it.each([
    ["no client_id", undefined, "invalid_request"],
    ["another client_id (par-04)", "oidcClient", "invalid_request_uri"],
  ])("with %s it is refused, and stays valid for its client", async (_, clientId, code) => {
    const requestUri = await push();
    const query = new URLSearchParams({
      request_uri: requestUri,
      ...(clientId === undefined ? {} : { client_id: clientId }),
    });
    expect(await browser.get(`/authorization?${query}`)).toMatchObject(page(code));
    expect(isLogin(await visit(requestUri))).toBe(true);
  });

  it("par-10: guessed request URIs are not found", async () => {
    for (let n = 0; n < 20; n++) {
      expect(await visit(`urn:ietf:params:oauth:request_uri:guess${n}`)).toMatchObject(unknown);
    }
  });

  it("parx-05: another spelling is not found, and a POST has its request URI in the form", async () => {
    const requestUri = await push();
    for (const other of [
      requestUri.toUpperCase(),
      requestUri.replace("urn:", "URN:"),
      encodeURIComponent(requestUri),
    ]) {
      expect(await visit(other)).toMatchObject(unknown);
    }
    const form = { client_id: "webClient", request_uri: await push() };
    expect(await browser.post(visitOf("webClient", requestUri), form)).toMatchObject(page("invalid_request"));
    expect(isLogin(await browser.get((await browser.post("/authorization", form)).location ?? ""))).toBe(true);
  });

  it("parx-04: a redirect URI that the client lost is not redirected to", async () => {
    const requestUri = await push();
    await service.rows("UPDATE client SET redirect_uris = '{https://rp.example/new}' WHERE id = 'webClient'");
    service.deps.clients.forget("webClient");
    expect(await visit(requestUri)).toMatchObject(page("invalid_request"));
    await service.rows("UPDATE client SET redirect_uris = '{https://rp.example/cb}' WHERE id = 'webClient'");
    service.deps.clients.forget("webClient");
  });
});

describe("RFC 9126 §4, RFC 9101 §6.3: a pushed request is used without other parameters", () => {
  it("other parameters beside it have no effect", async () => {
    await advance(browser, authorizationOf("webClient"));
    const requestUri = await push({ state: undefined, prompt: undefined });
    const others = { state: "outer", prompt: "login", nonce: "outer", redirect_uri: "https://evil.example/cb" };
    const answer = await browser.get(visitOf("webClient", requestUri, others));
    expect(answer.location?.origin).toBe("https://rp.example");
    expect(answer.location?.searchParams.has("state")).toBe(false);
    const { body } = await redeem(service.origin, answer.location?.searchParams.get("code") ?? "");
    const claims = JSON.parse(Buffer.from(body.id_token.split(".")[1], "base64url").toString());
    expect(claims.nonce).toBe("n1");
  });
});

describe("RFC 9126 §5, §6: requests that must be pushed", () => {
  const demand = async (value: boolean) => {
    await service.rows("UPDATE client SET require_pushed_authorization_requests = $1 WHERE id = 'webClient'", [value]);
    service.deps.clients.forget("webClient");
  };

  it("authz-28: another request of the client is refused at its redirect URI, and a pushed one is not", async () => {
    await demand(true);
    const answers = [
      await browser.get(authorizationOf("webClient")),
      await browser.post("/authorization", Object.fromEntries(standard("webClient"))),
      await browser.get(authorizationOf("webClient", { request_uri: "https://rp.example/object.jwt" })),
      await browser.get(authorizationOf("webClient", { request: "e30.e30." })),
    ];
    for (const { location } of answers) {
      expect([location?.origin, location?.searchParams.get("error")]).toEqual([
        "https://rp.example",
        "invalid_request",
      ]);
    }
    expect(await browser.get(authorizationOf("webClient", { redirect_uri: "https://evil.example/cb" }))).toMatchObject(
      page("invalid_request"),
    );
    expect(isLogin(await visit(await push()))).toBe(true);
    await demand(false);
  });

  it("a request that was posted before the client had to push is refused", async () => {
    const posted = await browser.post("/authorization", Object.fromEntries(standard("webClient")));
    await demand(true);
    const answer = await browser.get(posted.location ?? "");
    expect(answer.location?.searchParams.get("error")).toBe("invalid_request");
    await demand(false);
  });

  it("a deployment may demand it of all clients, and says so in its metadata", async () => {
    const strict = await startService({ settings: { PUSHED_REQUESTS: "required" } });
    const answer = await openBrowser(strict.origin).get(authorizationOf("webClient"));
    expect(answer.location?.searchParams.get("error")).toBe("invalid_request");
    const requestUri = await requestUriOf(strict.origin, "webClient");
    expect(isLogin(await openBrowser(strict.origin).get(visitOf("webClient", requestUri)))).toBe(true);
    for (const name of ["openid-configuration", "oauth-authorization-server"]) {
      expect(await (await fetch(`${strict.origin}/.well-known/${name}`)).json()).toMatchObject({
        require_pushed_authorization_requests: true,
        pushed_authorization_request_endpoint: `${issuer}/par`,
      });
    }
    await strict.close();
  });
});

describe("RFC 9126 §7.4: the authority of a client ends with the requests that it pushed", () => {
  const secret = { secretHash: hashSecret(clientSecret), sealedSecret: undefined, secretKeyEncryptionKeyId: undefined };
  const by = () => byOperatorAt(service.clock.now);
  const acts: Record<string, () => Promise<unknown>> = {
    "disabled and enabled again": async () => {
      await disableClient(service.database, "webClient", by());
      await enableClient(service.database, "webClient", by());
    },
    "given another secret": () => rotateClientSecret(service.database, { clientId: "webClient", secret }, by()),
  };

  it.each(Object.keys(acts))("when it is %s", async (name) => {
    const requestUri = await push();
    const begun = await signIn(browser, await visit(await push()));
    await acts[name]?.();
    service.deps.clients.forget("webClient");
    expect(await visit(requestUri)).toMatchObject(unknown);
    expect((await agree(browser, begun)).status).toBe(400);
    expect(isLogin(await visit(await push(), openBrowser(service.origin)))).toBe(true);
  });
});

describe("RFC 9126 §8: what was pushed stays at the server", () => {
  it("par-08: neither addresses, cookies, pages nor the log have it", async () => {
    const told = { state: "told-state", nonce: "told-nonce", code_challenge: "told-challenge".padEnd(43, "x") };
    const claims = { claims: '{"id_token":{"told-claim":null}}', login_hint: "told-hint@example.com" };
    const before = service.log().length;
    const seen: string[] = [];
    const note = (answer: Answer) => {
      seen.push(answer.body, JSON.stringify([...answer.headers]));
      return answer;
    };
    const requestUri = await push({ ...told, ...claims });
    const begun = note(await visit(requestUri));
    const login = note(await browser.follow(begun));
    const consent = note(await signIn(browser, begun));
    seen.push(...browser.cookies.values(), service.log().slice(before));
    for (const text of Object.values(told)) expect(seen.join("\n")).not.toContain(text);
    expect(seen.join("\n")).not.toContain("told-claim");
    // The sign-in page fills in the username, as OIDC Core §3.1.2.1 says. Nothing else has the hint.
    expect(seen.filter((text) => text !== login.body).join("\n")).not.toContain("told-hint");
    expect(consent.body).toContain('action="/consent"');
  });
});

describe("limits on pushed requests", () => {
  it("parx-07: a client over its limit is refused, and other clients are not", async () => {
    const small = await startService({ settings: { PUSHED_REQUESTS_PER_MINUTE: "60" } });
    for (let n = 0; n < 60; n++) expect((await pushStandard(small.origin, "webClient")).status).toBe(201);
    const refused = await pushStandard(small.origin, "webClient");
    expect([refused.status, refused.body.error]).toEqual([429, "temporarily_unavailable"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await pushStandard(small.origin, "oidcClient")).status).toBe(201);
    await small.close();
  });
});
