/** Errors of clients that registered themselves: no operator has reviewed their redirect URIs (RFC 9700 §4.11.2). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Fields, openBrowser } from "../../../../testing/browser.ts";
import { registered } from "../../../../testing/clients/registration.ts";
import { advance, authorizationOf, signIn, standard } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";

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

/** The target of the page's link. */
function linkOf({ body }: Answer): URL {
  const href = /<a id="return" class="button" href="([^"]*)"/.exec(body)?.[1] ?? "";
  return new URL(href.replaceAll("&amp;", "&").replaceAll("&#39;", "'"));
}

const answer = { error: "invalid_scope", state: "st1", iss: issuer };

describe("RFC 9700 §4.11.2, redir-54: without a sign-in, no browser is redirected to a self-registered client", () => {
  it("for an error: a page names the host and has a link with the error", async () => {
    const page = await openBrowser(service.origin).get(requestOf(BAD_SCOPE));
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.body).toContain("Go back to new.example");
    expect(page.body).toContain('<code id="error-code">invalid_scope</code>');
    expect(page.body).not.toMatch(/<script|http-equiv/);

    const link = linkOf(page);
    expect(link.href).toMatch(/^https:\/\/new\.example\/cb\?env=%271%27&a&error=/);
    expect(Object.fromEntries(link.searchParams)).toMatchObject(answer);
  });

  it("for an error of a POST request, from any site", async () => {
    const pairs = standard("webClient", changed(BAD_SCOPE));
    const page = await openBrowser(service.origin).post("/authorization", Object.fromEntries(pairs));
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(Object.fromEntries(linkOf(page).searchParams)).toMatchObject(answer);
  });

  it("the link has the error in the fragment for such response modes", async () => {
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

  it("a form with a button is shown for form_post, and no script submits it", async () => {
    const page = await openBrowser(service.origin).get(requestOf({ ...BAD_SCOPE, response_mode: "form_post" }));
    expect(page.status).toBe(400);
    expect(page.headers.get("content-security-policy")).not.toContain("script-src");
    expect(page.body).not.toContain("<script");
    expect(page.body).toContain('<form method="post" action="https://new.example/cb?env=&#39;1&#39;&amp;a">');
    expect(page.body).toContain('<input type="hidden" name="error" value="invalid_scope">');
    expect(page.body).toContain('<button id="return"');
  });

  it("also if prompt has more values than none", async () => {
    const page = await openBrowser(service.origin).get(requestOf({ prompt: "none login" }));
    expect([page.status, page.location]).toEqual([400, undefined]);
  });

  it("in the language of the person, and the log has the reference of the page", async () => {
    const page = await openBrowser(service.origin).get(requestOf(BAD_SCOPE), { "accept-language": "de" });
    expect(page.body).toContain("Zurück zu new.example");
    const reference = /id="error-reference">([\w-]{12})</.exec(page.body)?.[1];
    // I6: the log says as much as the client is told.
    expect(service.log()).toMatch(
      new RegExp(`"description":"[^"]{9,}".*"reference":"${reference}".*"authorization request refused"`),
    );
  });
});

describe("B1: RFC 9700 §4.11.2: nor does the end of a session redirect a browser that has none", () => {
  const BYE = "https://new.example/bye?a=1";
  const end = async (query: Record<string, string>, path = "/end_session") =>
    openBrowser(service.origin).get(`${path}?${new URLSearchParams(query)}`);
  const asked = async () => {
    const { client_id } = await registered(service, {
      redirect_uris: [REDIRECT_URI],
      post_logout_redirect_uris: [BYE],
    });
    return { client_id, post_logout_redirect_uri: BYE, state: "s&t" };
  };

  it("to a self-registered client: the page says that the person is signed out, and has a link", async () => {
    const page = await end(await asked());
    expect([page.status, page.location]).toEqual([200, undefined]);
    expect(page.body).toContain("You’re signed out");
    expect(page.body).toContain("Go back to new.example");
    expect(linkOf(page).href).toBe("https://new.example/bye?a=1&state=s%26t");
    expect(page.body).not.toMatch(/<script|http-equiv/);
  });

  it("not on the way back from another provider either, whose state an attacker can have", async () => {
    const posted = await openBrowser(service.origin).post("/end_session", await asked());
    const state = posted.location?.searchParams.get("request_uri") ?? "";
    const page = await end({ state }, "/federation/any/signed-out");
    expect([page.status, page.location]).toEqual([200, undefined]);
    expect(linkOf(page).host).toBe("new.example");
  });

  it("a person who is signed in, and agrees, is redirected", async () => {
    const browser = openBrowser(service.origin);
    await signIn(browser, await browser.get(authorizationOf("webClient")));
    const question = await browser.get(`/end_session?${new URLSearchParams(await asked())}`);
    expect((await browser.submit(question, "/end_session", {})).location?.host).toBe("new.example");
  });

  it("to a client that an operator added, it does", async () => {
    const query = { client_id: "webClient", post_logout_redirect_uri: "https://rp.example/bye" };
    expect((await end(query)).location?.href).toBe("https://rp.example/bye");
  });
});

describe("RFC 9700 §4.11.2: errors are redirected", () => {
  it("if no page may be shown (prompt none)", async () => {
    const { location } = await openBrowser(service.origin).get(requestOf({ prompt: "none" }));
    expect([location?.host, location?.searchParams.get("error")]).toEqual(["new.example", "login_required"]);
  });

  it("if the person is signed in", async () => {
    const browser = openBrowser(service.origin);
    await signIn(browser, await browser.get(authorizationOf("webClient")));
    const { location } = await browser.get(requestOf(BAD_SCOPE));
    expect([location?.host, location?.searchParams.get("error")]).toEqual(["new.example", "invalid_scope"]);
  });

  it("if the person refused, signed in or not", async () => {
    const browser = openBrowser(service.origin);
    const login = await browser.follow(await browser.get(requestOf({})));
    const { location } = await browser.follow(await browser.submit(login, "/login", { action: "cancel" }));
    expect([location?.host, location?.searchParams.get("error")]).toEqual(["new.example", "access_denied"]);
  });

  it("to clients that an operator added", async () => {
    const { location } = await openBrowser(service.origin).get(authorizationOf("webClient", BAD_SCOPE));
    expect([location?.host, location?.searchParams.get("error")]).toEqual(["rp.example", "invalid_scope"]);
  });

  it("successful responses are always redirected", async () => {
    expect((await advance(openBrowser(service.origin), requestOf({}))).get("code")).toMatch(/^[\w-]{43}$/);
  });
});
