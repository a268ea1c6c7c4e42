import { CompactSign, decodeJwt, exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Answer, type Browser, type Fields, openBrowser } from "../../../testing/browser.ts";
import { redirectUriOf } from "../../../testing/clients/clients.ts";
import { detailsFolder, ledger, payment, payments } from "../../../testing/clients/details.ts";
import { pushStandard } from "../../../testing/clients/pushing.ts";
import { post, refresh as refreshed } from "../../../testing/clients/tokens.ts";
import { advance, agree, authorizationOf, basic, redeem, signIn, standard } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer, resource as userinfo } from "../../../testing/world.ts";
import { addResourceServer } from "../../administration/resource-servers/resource-servers.ts";
import type { ConfiguredType } from "../details/types.ts";

const client = "resourceClient";
const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService({ settings: { AUTHORIZATION_DETAILS_DIR: await detailsFolder() } });
  for (const [identifier, name] of [
    [payments, "Payments"],
    [ledger, "Ledger"],
  ] as const)
    await addResourceServer(
      service.database,
      {
        identifier,
        name,
        scopes: ["read"],
        accessTokenSigningAlg: "ES256",
        accessTokenTtlSeconds: 300,
        listed: false,
      },
      byOperatorAt(service.clock.now),
    );
  const types = ["payment", "accounts", "orders", "open", "Payment"];
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "own" }] });
  await service.rows("UPDATE client SET authorization_details_types = $1, jwks = $2 WHERE id = $3", [
    types,
    jwks,
    client,
  ]);
  await service.rows(
    `UPDATE client SET authorization_details_types = '{payment,accounts}', scopes = scopes || '{read}'::text[]
      WHERE id = 'serviceClient'`,
  );
  await service.rows("UPDATE client SET resource_server = $1 WHERE id = 'webClient'", [ledger]);
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows(`DELETE FROM "authorization"`);
  await service.rows("DELETE FROM consent");
  browser = openBrowser(service.origin);
});

const details = (...objects: readonly unknown[]) => ({ authorization_details: JSON.stringify(objects) });
const accounts = (...actions: readonly string[]) => ({ type: "accounts", actions });
const addressOf = (changes: Fields) => authorizationOf(client, changes);
const errorOf = async (changes: Fields) => (await browser.get(addressOf(changes))).location?.searchParams.get("error");
const exchange = (code: string | null, changes: Fields = {}) =>
  redeem(service.origin, code ?? "", { redirect_uri: redirectUriOf(client), ...changes }, basic(client));
const refresh = (token: string, changes: Fields = {}) => refreshed(service.origin, client, token, changes);
const INVALID = "invalid_authorization_details";
const refused = { status: 400, body: { error: INVALID } };

/** The consent page of a person who signs in for this request. */
const consentPage = async (changes: Fields): Promise<Answer> => signIn(browser, await browser.get(addressOf(changes)));
const codeOf = ({ location }: Answer) => location?.searchParams.get("code") ?? null;
/** A code after the person accepted these boxes, by default every one. */
async function code(changes: Fields, boxes?: readonly string[]): Promise<string | null> {
  const page = await consentPage(changes);
  return codeOf(await agree(browser, page, { details: boxes ?? boxesOf(page) }));
}
const boxesOf = ({ body }: Answer) => [...body.matchAll(/name="details" value="(\d+)"/g)].map(([, box = ""]) => box);
const tokens = async (changes: Fields, boxes?: readonly string[]) => (await exchange(await code(changes, boxes))).body;
const claimOf = (token: string) => decodeJwt(token).authorization_details;

describe("RFC 9396 §7, §9.1 and §9.2: granted details are in the response, the access token and introspection", () => {
  it("rar-r11, rar-r12: have them exactly as they were sent", async () => {
    const sent = [payment("123.50"), payment("10", { remittanceInformation: "Rechnung № 7 „ü“" })];
    const { access_token, authorization_details } = await tokens(details(...sent));
    expect([authorization_details, claimOf(access_token)]).toEqual([sent, sent]);
    expect(decodeJwt(access_token)).toMatchObject({ aud: [payments, userinfo] });
    const introspected = await post(service.origin, "/introspect", { token: access_token }, basic(client));
    expect(introspected.body).toMatchObject({ active: true, authorization_details: sent });
  });

  it.each([
    ["profile and email", { scope: "openid profile email" }, "openid profile email"],
    ["a scope of the API", { scope: "openid email read" }, "openid email read"],
    ["the claims parameter", { scope: "openid", claims: '{"userinfo":{"nickname":null}}' }, "openid"],
  ])("S3: %s beside them need no resource in the token request", async (_, changes, scope) => {
    const answer = await tokens({ ...details(payment("1")), ...changes });
    expect(answer).toMatchObject({ scope, authorization_details: [payment("1")] });
    expect(decodeJwt(answer.access_token)).toMatchObject({ aud: [payments, userinfo], scope });
  });

  it("S3: without openid, the token is only for the API", async () => {
    const { access_token } = await tokens({ ...details(payment("1")), scope: "read" });
    expect(decodeJwt(access_token)).toMatchObject({ aud: payments, scope: "read" });
  });

  it("have none if none were asked for", async () => {
    const at = await advance(browser, addressOf({ resource: payments, scope: "openid read" }));
    const { body } = await exchange(at.get("code"));
    expect([body.authorization_details, claimOf(body.access_token)]).toEqual([undefined, undefined]);
  });

  it("rar-r14: the metadata lists the configured types (§10)", async () => {
    const { body } = await browser.get("/.well-known/oauth-authorization-server");
    expect(JSON.parse(body)).toMatchObject({
      authorization_details_types_supported: ["accounts", "open", "orders", "payment"],
    });
  });
});

describe("RFC 9396 §2 and §5: what is not valid is refused", () => {
  const amount = (value: unknown) => ({ ...payment("1"), instructedAmount: { currency: "EUR", amount: value } });
  const text = (json: string) => ({ authorization_details: json });
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  it.each([
    ["rar-r02: no array", text(JSON.stringify(payment("1")))],
    ["rar-r02: no object", text("[]")],
    ["rar-r02: no JSON", text("[{")],
    ["rar-r02: 21 objects", details(...Array(21).fill(payment("1")))],
    ["rar-r02: an object without a type", details({ actions: [] })],
    ["rar-r02: more than 8 levels", text(nested(9))],
    ["rar-r03: an unknown type", details({ type: "loan" })],
    ["rar-r15: a type that is registered, and defined in another case", details({ ...payment("1"), type: "Payment" })],
    ["rar-r03: a missing member", details({ type: "payment" })],
    ["rarx-01: an additional member", details(payment("1", { urgent: true }))],
    [
      "rarx-01: an additional member further down",
      details(payment("1", { creditorAccount: { iban: "DE02100100109307118603", bic: "X" } })),
    ],
    ["rarx-01: a number in place of a text", details(amount(10))],
    ["rarx-01: 1e400", text('[{"type":"orders","order":1e400}]')],
    ["rarx-04: a name of 5 KB", details(payment("1", { creditorName: "x".repeat(5000) }))],
    ["rarx-05: a repeated member", text('[{"type":"orders","order":1,"order":900}]')],
    ["rarx-05: a repeated member in another spelling", text('[{"type":"orders","order":1,"\\u006frder":900}]')],
    ["rar-r05: another resource server than those of its type", { ...details(payment("1")), resource: ledger }],
    ["rar-r05: a location that is not of its type", details({ ...accounts("read"), locations: ["https://x.example"] })],
    [
      "rar-r05: a location that the request does not name",
      { ...details({ ...accounts("read"), locations: [ledger] }), resource: payments },
    ],
    ["rar-r05: the resource server of /userinfo", { ...details(payment("1")), resource: userinfo }],
  ])("%s", async (_, changes) => {
    expect(await errorOf(changes)).toBe(INVALID);
    const pushed = await pushStandard(service.origin, client, changes);
    expect([pushed.status, pushed.body.error]).toEqual([400, INVALID]);
  });

  it("§7: a token in the response, which has no place for them", async () => {
    const { status, body } = await pushStandard(service.origin, client, {
      ...details(payment("1")),
      response_type: "code token",
    });
    expect([status, body.error]).toEqual([400, INVALID]);
  });

  it("rar-r02, rarx-04: a request of more than 8 KiB", async () => {
    const long = details(payment("1", { creditorName: "x".repeat(10_000) }));
    const { status, body } = await pushStandard(service.origin, client, long);
    expect([status, body.error]).toEqual([400, "invalid_request"]);
  });

  it("rar-r03: a type that the client did not register", async () => {
    const address = authorizationOf("webClient", details(payment("1")));
    expect((await browser.get(address)).location?.searchParams.get("error")).toBe(INVALID);
  });
});

describe("RFC 9396 §3 and RFC 9101 §4: details in a request object are an array", () => {
  /** The answer to a request object whose member is this JSON text. */
  const sentAs = async (json: string) => {
    const exp = service.clock.now.getTime() / 1000 + 60;
    const others = { ...Object.fromEntries(standard(client)), iss: client, aud: issuer, exp };
    const text = `{"authorization_details":${json},${JSON.stringify(others).slice(1)}`;
    const request = await new CompactSign(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: "ES256", kid: "own" })
      .sign(privateKey);
    return browser.get(authorizationOf(client, { request }));
  };
  const sent = (value: unknown) => sentAs(JSON.stringify(value));

  it("rar-r04: an array is accepted", async () => {
    expect((await sent([payment("1")])).location?.pathname).toBe("/login");
  });

  it("rar-r04: a text is invalid_request_object", async () => {
    expect((await sent(JSON.stringify([payment("1")]))).body).toContain("invalid_request_object");
  });

  it.each([
    ["1e400", '[{"type":"open","order":1e400}]'],
    ["-1e400", '[{"type":"open","order":[-1e400]}]'],
    ["nine levels", `[{"type":"open","order":${"[".repeat(7)}${"]".repeat(7)}}]`],
  ])("rarx-01: %s is invalid_authorization_details, also where the schema allows every value", async (_, json) => {
    expect((await sent([{ type: "open", order: null }])).location?.pathname).toBe("/login");
    expect((await sentAs(json)).location?.searchParams.get("error")).toBe(INVALID);
  });

  it.each([
    ["a member __proto__", '[{"type":"open","__proto__":{"order":1}}]'],
    ["a member twice", '[{"type":"open","order":1,"order":2}]'],
  ])("rarx-01, A4: an object with %s has no one meaning, and is invalid_request_object", async (_, json) => {
    const page = await sentAs(json);
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.body).toContain("invalid_request_object");
  });
});

describe("RFC 9396 §4 and §7: a person accepts or declines each object", () => {
  it("rar-r06: the page shows every value of each object in the language of the person", async () => {
    const sent = payment("999999999999.99", { remittanceInformation: "Invoice 4711" });
    const { body } = await consentPage({ ...details(sent), ui_locales: "de" });
    for (const value of ["999999999999.99 EUR", "Merchant A", "DE02100100109307118603", "Invoice 4711", "Empfänger"])
      expect(body).toContain(value);
  });

  it("rarx-04: values that are hostile have no effect on the page", async () => {
    const creditorName = '<b>A</b>\u202Egnp\u200B\n"';
    const { body } = await consentPage(details(payment("1", { creditorName })));
    expect(body).toContain("&lt;b&gt;A&lt;/b&gt;[U+202E]gnp[U+200B][U+000A]&quot;");
    expect(body).not.toMatch(/<b>|\u202E|\u200B/);
  });

  it("rar-r07: grants only the accepted objects", async () => {
    const { authorization_details } = await tokens(details(payment("1"), payment("2"), payment("3")), ["0", "2"]);
    expect(authorization_details).toEqual([payment("1"), payment("3")]);
  });

  it.each([[undefined], ["openid"]])("rar-r07: is access_denied if nothing is left, with scope %s", async (scope) => {
    const page = await consentPage({ ...details(payment("1")), scope });
    const { location } = await agree(browser, page, { details: [] });
    expect(location?.searchParams.get("error")).toBe("access_denied");
    expect(await service.rows("SELECT FROM consent WHERE resource = $1", [payments])).toEqual([]);
  });

  it("rar-r07: leaves the scopes of the resource server if the objects are declined", async () => {
    const changes = { ...details(payment("1")), resource: payments, scope: "openid read" };
    const body = await tokens(changes, []);
    expect([body.scope, body.authorization_details]).toEqual(["read", undefined]);
  });

  it("rar-r07: a type that belongs together is accepted as a whole", async () => {
    const order = (n: number) => ({ type: "orders", order: n });
    const changes = details(order(1), payment("1"), order(2));
    expect(boxesOf(await consentPage(changes))).toEqual(["0", "1"]);
    browser = openBrowser(service.origin);
    expect((await tokens(changes, ["0"])).authorization_details).toEqual([order(1), order(2)]);
    browser = openBrowser(service.origin);
    expect((await tokens(changes, ["1", "2"])).authorization_details).toEqual([payment("1")]);
  });

  it("rar-r09: what is stored is what was granted, by resource server", async () => {
    await code(details(payment("1"), payment("2")), ["1"]);
    const [row] = await service.rows(`SELECT details FROM "authorization" WHERE user_id IS NOT NULL`);
    expect(row?.details).toEqual({ [payments]: [payment("2")] });
  });
});

describe("RFC 9396: what was granted is asked for again, unless its type is remembered", () => {
  const silently = (changes: Fields) => errorOf({ ...changes, prompt: "none" });

  it("rarx-06: a payment that was accepted yesterday is consent_required with prompt none", async () => {
    await code(details(payment("1")));
    expect(await silently(details(payment("1")))).toBe("consent_required");
  });

  it("rar-r08: a remembered object is granted without a page, and another one is not", async () => {
    await code({ ...details(accounts("read")), resource: payments });
    const again = { ...details(accounts("read")), resource: payments, prompt: "none" };
    const answer = await browser.get(addressOf(again));
    expect((await exchange(codeOf(answer))).body.authorization_details).toEqual([accounts("read")]);
    expect(await silently({ ...details(accounts("read", "close")), resource: payments })).toBe("consent_required");
    expect(await silently({ ...details(accounts("read")), resource: ledger })).toBe("consent_required");
  });

  it("rar-r08: a declined object is not remembered", async () => {
    await code({ ...details(accounts("read")), resource: payments });
    const page = await browser.follow(
      await browser.get(addressOf({ ...details(accounts("read")), resource: payments, prompt: "consent" })),
    );
    await agree(browser, page, { details: [] });
    expect(await silently({ ...details(accounts("read")), resource: payments })).toBe("consent_required");
  });
});

describe("RFC 9396 §6.1: a token request may name fewer", () => {
  const OFFLINE = "openid offline_access";
  const family = async (...objects: readonly unknown[]) => tokens({ ...details(...objects), scope: OFFLINE });

  it("rar-r10: gets these, with members in another order, and the refresh token keeps all", async () => {
    const { refresh_token } = await family(payment("1"), payment("2"));
    const { type, ...others } = payment("2");
    const one = await refresh(refresh_token, details({ ...others, type }));
    expect(one.body.authorization_details).toEqual([payment("2")]);
    const all = await refresh(one.body.refresh_token);
    expect(all.body.authorization_details).toEqual([payment("1"), payment("2")]);
  });

  it.each([
    ["another amount", details(payment("10.01"))],
    ["another account", details(payment("10", { creditorAccount: { iban: "FR1420041010050500013M02606" } }))],
    ["an object twice that was granted once", details(payment("10"), payment("10"))],
    ["another type", details(accounts("read"))],
    ["an object of no known type", details({ type: "loan" })],
    ["nothing", { authorization_details: "[]" }],
  ])("rarx-02: is refused %s, and spends nothing", async (_, changes) => {
    const given = await code({ ...details(payment("10")), scope: OFFLINE });
    expect(await exchange(given, changes)).toMatchObject(refused);
    const { refresh_token } = (await exchange(given)).body;
    expect(await refresh(refresh_token, changes)).toMatchObject(refused);
    expect((await refresh(refresh_token)).body.authorization_details).toEqual([payment("10")]);
  });

  it("rar-r10: a member that its type declares narrowable may be shorter, and not longer or empty", async () => {
    const given = await code({ ...details(accounts("read", "list")), resource: payments });
    for (const actions of [["read", "close"], []])
      expect(await exchange(given, details(accounts(...actions)))).toMatchObject(refused);
    const { body } = await exchange(given, details(accounts("list")));
    expect(body.authorization_details).toEqual([accounts("list")]);
  });

  it("rar-r03: a type that the configuration no longer has is in no new token", async () => {
    const { refresh_token } = await family(payment("1"));
    const types = service.deps.detailsTypes as Map<string, ConfiguredType>;
    const type = types.get("payment") as ConfiguredType;
    types.delete("payment");
    const { body } = await refresh(refresh_token);
    types.set("payment", type);
    expect([body.authorization_details, claimOf(body.access_token)]).toEqual([undefined, undefined]);
  });

  it("rar-r03: a type that the client may no longer use is in no new token", async () => {
    const { refresh_token } = await family(payment("1"));
    const setTypes = (types: readonly string[]) =>
      service.rows("UPDATE client SET authorization_details_types = $1 WHERE id = $2", [types, client]);
    await setTypes([]);
    service.deps.clients.forget(client);
    const { body } = await refresh(refresh_token);
    await setTypes(["payment", "accounts", "orders", "open", "Payment"]);
    service.deps.clients.forget(client);
    expect([body.authorization_details, claimOf(body.access_token)]).toEqual([undefined, undefined]);
  });
});

describe("RFC 9396 §2.2 and §3.2: a token has the details for its audience", () => {
  const both = { ...details(payment("1"), { ...accounts("read"), locations: [ledger] }), scope: "openid" };

  it("rarx-08: a token for one resource server has none of the other, nor is it shown to the other", async () => {
    const { access_token } = (await exchange(await code(both), { resource: payments })).body;
    expect(claimOf(access_token)).toEqual([payment("1")]);
    const byLedger = await post(service.origin, "/introspect", { token: access_token }, basic("webClient"));
    expect(byLedger.body).toEqual({ active: false });
  });

  it("rarx-08: details of another resource server are refused in a token request", async () => {
    const given = await code(both);
    expect(await exchange(given, { resource: ledger, ...details(payment("1")) })).toMatchObject(refused);
    const { body } = await exchange(given, { resource: ledger });
    expect(body.authorization_details).toEqual([{ ...accounts("read"), locations: [ledger] }]);
  });
});

describe("RFC 9396 §6: details of a client that acts for itself", () => {
  const own = (changes: Fields) =>
    post(service.origin, "/token", { grant_type: "client_credentials", ...changes }, basic("serviceClient"));

  it("rar-r13: are those of types whose configuration names the client", async () => {
    const { status, body } = await own({ ...details(accounts("read")), resource: payments });
    expect([status, body.authorization_details, claimOf(body.access_token)]).toEqual([
      200,
      [accounts("read")],
      [accounts("read")],
    ]);
  });

  it.each([
    ["a type that needs a person", details(payment("1"))],
    ["a resource server that its type does not name", { ...details(accounts("read")), resource: userinfo }],
  ])("rar-r13: are refused for %s", async (_, changes) => {
    expect(await own(changes)).toMatchObject(refused);
  });
});
