/** Errors of clients that registered themselves: nobody vouches for their redirect URIs (RFC 9700 §4.11.2). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Fields, openBrowser } from "../../testing/browser.ts";
import { advance, authorizationOf, signIn, standard } from "../../testing/flows.ts";
import { registered } from "../../testing/registration.ts";
import { type Service, startService } from "../../testing/service.ts";
import { issuer } from "../../testing/world.ts";

const REDIRECT_URI = "https://new.example/cb?env='1'&a";
let service: Service;
let selfRegistered: { client_id: string };
beforeAll(async () => {
  service = await startService();
  selfRegistered = await registered(service, {
    redirect_uris: [REDIRECT_URI],
    grant_types: ["authorization_code", "implicit"],
    response_types: ["code", "id_token"],
  });
});
afterAll(() => service.close());

const BAD_SCOPE = { scope: 'openid "' };
const changed = (changes: Fields) => ({ client_id: selfRegistered.client_id, redirect_uri: REDIRECT_URI, ...changes });
const requestOf = (changes: Fields) => authorizationOf("webClient", changed(changes));

/** Where the page's link leads. */
function linkOf({ body }: Answer): URL {
  const href = /<a id="return" class="button" href="([^"]*)"/.exec(body)?.[1] ?? "";
  return new URL(href.replaceAll("&amp;", "&").replaceAll("&#39;", "'"));
}

const answer = { error: "invalid_scope", state: "st1", iss: issuer };

describe("RFC 9700 §4.11.2, redir-54: nobody who did not sign in is sent to a client that registered itself", () => {
  it("by an error: a page names the host and has a link with the error", async () => {
    const page = await openBrowser(service.origin).get(requestOf(BAD_SCOPE));
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.body).toContain("Go back to new.example");
    expect(page.body).toContain('<code id="error-code">invalid_scope</code>');
    expect(page.body).not.toMatch(/<script|http-equiv/);

    const link = linkOf(page);
    expect(link.href).toMatch(/^https:\/\/new\.example\/cb\?env=%271%27&a&error=/);
    expect(Object.fromEntries(link.searchParams)).toMatchObject(answer);
  });

  it("nor by one that is sent by POST, from wherever", async () => {
    const pairs = standard("webClient", changed(BAD_SCOPE));
    const page = await openBrowser(service.origin).post("/authorization", Object.fromEntries(pairs));
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(Object.fromEntries(linkOf(page).searchParams)).toMatchObject(answer);
  });

  it("and the error is in the fragment where such answers are", async () => {
    const page = await openBrowser(service.origin).get(
      requestOf({
        ...BAD_SCOPE,
        response_type: "id_token",
        code_challenge: undefined,
        code_challenge_method: undefined,
      }),
    );
    expect(Object.fromEntries(new URLSearchParams(linkOf(page).hash.slice(1)))).toMatchObject(answer);
  });

  it("and in a form with a button where answers are posted, which nothing presses", async () => {
    const page = await openBrowser(service.origin).get(requestOf({ ...BAD_SCOPE, response_mode: "form_post" }));
    expect(page.status).toBe(400);
    expect(page.headers.get("content-security-policy")).not.toContain("script-src");
    expect(page.body).not.toContain("<script");
    expect(page.body).toContain('<form method="post" action="https://new.example/cb?env=&#39;1&#39;&amp;a">');
    expect(page.body).toContain('<input type="hidden" name="error" value="invalid_scope">');
    expect(page.body).toContain('<button id="return"');
  });

  it("where prompt says more than none, too", async () => {
    const page = await openBrowser(service.origin).get(requestOf({ prompt: "none login" }));
    expect([page.status, page.location]).toEqual([400, undefined]);
  });

  it("in the language of the person, and the log has the reference of the page", async () => {
    const page = await openBrowser(service.origin).get(requestOf(BAD_SCOPE), { "accept-language": "de" });
    expect(page.body).toContain("Zurück zu new.example");
    const reference = /id="error-reference">([\w-]{12})</.exec(page.body)?.[1];
    expect(service.log()).toMatch(new RegExp(`"reference":"${reference}".*"authorization request refused"`));
  });
});

describe("RFC 9700 §4.11.2: errors are redirected", () => {
  it("where nothing may be shown (prompt none)", async () => {
    const { location } = await openBrowser(service.origin).get(requestOf({ prompt: "none" }));
    expect([location?.host, location?.searchParams.get("error")]).toEqual(["new.example", "login_required"]);
  });

  it("where the person is signed in", async () => {
    const browser = openBrowser(service.origin);
    await signIn(browser, await browser.get(authorizationOf("webClient")));
    const { location } = await browser.get(requestOf(BAD_SCOPE));
    expect([location?.host, location?.searchParams.get("error")]).toEqual(["new.example", "invalid_scope"]);
  });

  it("where the person said no, signed in or not", async () => {
    const browser = openBrowser(service.origin);
    const login = await browser.follow(await browser.get(requestOf({})));
    const { location } = await browser.follow(await browser.submit(login, "/login", { action: "cancel" }));
    expect([location?.host, location?.searchParams.get("error")]).toEqual(["new.example", "access_denied"]);
  });

  it("to clients that an operator added", async () => {
    const { location } = await openBrowser(service.origin).get(authorizationOf("webClient", BAD_SCOPE));
    expect([location?.host, location?.searchParams.get("error")]).toEqual(["rp.example", "invalid_scope"]);
  });

  it("and answers that are none are redirected as ever", async () => {
    expect((await advance(openBrowser(service.origin), requestOf({}))).get("code")).toMatch(/^[\w-]{43}$/);
  });
});
