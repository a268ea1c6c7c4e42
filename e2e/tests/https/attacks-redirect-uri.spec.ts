/**
 * Redirect URIs other than the registered one: nothing is ever sent to them (RFC 9700 §2.1 and §4.1.3,
 * RFC 6749 §4.1.2.1).
 */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { type Answer, json, send, sendForm } from "../../support/http.ts";
import { registration } from "../../support/metadata.ts";
import type { RelyingParty } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";
import type { Operator } from "../../support/worlds/operator.ts";
import type { World } from "../../support/worlds/world.ts";

/** Registered is `https://rp.test:<port>/cb`, written here `RP/cb`, and a native client with `http://127.0.0.1/cb`. */
const NEAR_MISSES: readonly (readonly [id: string, name: string, attempt: string])[] = [
  ["redir-01", "a path that climbs", "RP/cb/../evil"],
  ["redir-03", "a suffix", "RP/cb.evil"],
  ["redir-04", "a trailing slash", "RP/cb/"],
  ["redir-05", "an added query", "RP/cb?next=https://evil.test"],
  ["redir-06", "an added code", "RP/cb?code=ATTACKER_CODE"],
  ["redir-07", "a fragment", "RP/cb#frag"],
  ["redir-08", "an empty fragment", "RP/cb#"],
  ["redir-09", "a longer host", "https://rp.test.evil.test/cb"],
  ["redir-09", "a host that ends alike", "https://evilrp.test/cb"],
  ["redir-10", "userinfo before a foreign host", "RP@evil.test/cb"],
  ["redir-10", "userinfo with a password", "https://rp.test:x@evil.test/cb"],
  ["redir-12", "a backslash before an at sign", "https://rp.test\\@evil.test/cb"],
  ["redir-12", "a backslash in the host", "https://evil.test\\.rp.test/cb"],
  ["redir-13", "no slashes", "https:evil.test"],
  ["redir-13", "one slash", "https:/evil.test/cb"],
  ["redir-13", "a slash and a backslash", "https:/\\evil.test/cb"],
  ["redir-14", "no scheme", "//evil.test/cb"],
  ["redir-14", "only a path", "/cb"],
  ["redir-16", "a header in it", "RP/cb\r\nSet-Cookie: a=b"],
  ["redir-17", "a space before", " RP/cb"],
  ["redir-17", "a space after", "RP/cb "],
  ["redir-17", "a no-break space after", "RP/cb\u00a0"],
  ["redir-18", "a NUL in the path", "RP/cb\0.evil"],
  ["redir-18", "a NUL in the host", "https://evil.test\0.rp.test/cb"],
  ["redir-19", "capitals in scheme and host", "HTTPS://RP.TEST/cb"],
  ["redir-20", "capitals in the path", "RP/CB"],
  ["redir-21", "the default port", "https://rp.test:443/cb"],
  ["redir-21", "another port", "https://rp.test:8443/cb"],
  ["redir-22", "plain http", "http://rp.test/cb"],
  ["redir-24", "an escaped letter", "RP/%63b"],
  ["redir-25", "a Cyrillic letter", "https://\u0440p.test/cb"],
  ["redir-25", "a Cyrillic letter in ASCII", "https://xn--p-eub.test/cb"],
  ["redir-27", "a path parameter", "RP/cb;x=1"],
  ["redir-27", "a path parameter that climbs", "RP/cb;/../evil"],
  ["redir-27", "a climb with a parameter", "RP/cb/..;/evil"],
  ["redir-28", "a script", "javascript:alert(1)//RP/cb"],
  ["redir-29", "data", "data:text/html,<script>1</script>"],
  ["redir-29", "VBScript", "vbscript:x"],
  ["redir-29", "a file", "file:///etc/passwd"],
  ["redir-29", "a blob", "blob:RP/1"],
  ["redir-29", "about", "about:blank"],
  ["redir-31", "a letter for the dot", "https://rpXtest/cb"],
  ["redir-35", "the address of another client", "https://rp2.test/cb"],
  ["redir-51", "an address encoded twice", "https%3A%2F%2Frp.test%2Fcb"],
  ["resp-08", "a quote that would end an attribute", 'RP/cb"onmouseover="x'],
  ["redir-53", "an overlong encoding", "RP/cb%c0%ae%c0%ae/"],
  ["redir-53", "a broken escape", "RP/cb%zz"],
];

const NATIVE_MISSES: readonly (readonly [id: string, name: string, attempt: string])[] = [
  ["redir-41", "localhost by name", "http://localhost:51004/cb"],
  ["redir-41", "the other loopback address", "http://[::1]:51004/cb"],
  ["redir-42", "an added query", "http://127.0.0.1:51004/cb?bar=foo"],
  ["redir-43", "a port that hides a host", "http://127.0.0.1:51004@evil.test/cb"],
  ["redir-43", "an empty port that hides a host", "http://127.0.0.1:@evil.test/cb"],
  ["redir-43", "userinfo", "http://x@127.0.0.1:51004/cb"],
  ["redir-45", "a host that begins alike", "http://127.0.0.1.evil.test:51004/cb"],
  ["redir-45", "a host that begins with localhost (specification §4.8 rule 1)", "http://localhost.evil.test/cb"],
  ["redir-46", "https", "https://127.0.0.1:51004/cb"],
  ["redir-46", "capitals in the path", "http://127.0.0.1:51004/CB"],
];

/** An error page of ours, without a redirect. */
function expectShown(answer: Answer, attempt: string): void {
  expect(answer.status).toBe(400);
  expect(answer.headers).not.toHaveProperty("location");
  expect(answer.headers).not.toHaveProperty("refresh");
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect(answer.body).toContain('id="error-code"');
  expect(answer.body).not.toMatch(/<script|<form|http-equiv="refresh"|javascript:/i);
  expect(answer.body).not.toContain(attempt);
}

async function attempted(world: World, parameters: Readonly<Record<string, string>>) {
  const query = String(new URLSearchParams(parameters));
  return {
    get: await send(world, `${world.issuer}/authorization?${query}`),
    post: await sendForm(world, `${world.issuer}/authorization`, parameters),
  };
}

interface SigningClient {
  readonly clientId: string;
  sign(parameters: Readonly<Record<string, string>>): Promise<string>;
}

let signing: Promise<SigningClient> | undefined;

/** A client with the same redirect URI that signs its requests. It is one for all tests of a worker. */
function signingClient(world: World, operator: Operator, { redirectUri }: RelyingParty): Promise<SigningClient> {
  signing ??= (async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: "own" }] };
    const clientId = String(
      json(await registration(world, operator, { redirect_uris: [redirectUri], jwks })).client_id,
    );
    return {
      clientId,
      sign: (parameters) =>
        new SignJWT({ ...parameters, iss: clientId, aud: world.issuer, client_id: clientId })
          .setProtectedHeader({ alg: "ES256", kid: "own" })
          .setNotBefore("0 s")
          .setExpirationTime("5 min")
          .sign(privateKey),
    };
  })();
  return signing;
}

test.describe("an unregistered redirect URI is shown, and never redirected to", () => {
  for (const [id, name, attempt] of NEAR_MISSES) {
    test(`${id}: ${name}, ${JSON.stringify(attempt)}`, async ({ world, rp, operator }) => {
      const redirectUri = attempt.replace("RP", new URL(rp.redirectUri).origin);
      const { parameters } = await rp.begin({ redirect_uri: redirectUri });
      const { get, post } = await attempted(world, parameters);
      expectShown(get, redirectUri);
      expectShown(post, redirectUri);

      const { clientId, sign } = await signingClient(world, operator, rp);
      const object = { client_id: clientId, request: await sign(parameters) };
      expectShown((await attempted(world, object)).get, redirectUri);
      const good = { ...object, request: await sign({ ...parameters, redirect_uri: rp.redirectUri }) };
      expect((await attempted(world, good)).get.headers.location).toMatch(/^\/login\?request=/);
    });
  }

  test("redir-33: none at all, although one is registered", async ({ world, rp }) => {
    const { redirect_uri: _, ...parameters } = (await rp.begin()).parameters;
    const { get, post } = await attempted(world, parameters);
    expectShown(get, rp.redirectUri);
    expectShown(post, rp.redirectUri);
  });

  test("redir-36: two, in either order", async ({ world, rp }) => {
    const { url } = await rp.begin();
    const evil = "redirect_uri=https%3A%2F%2Fevil.test%2Fcb";
    expectShown(await send(world, `${url}&${evil}`), "evil.test");
    expectShown(await send(world, url.replace("?", `?${evil}&`)), "evil.test");
  });

  for (const name of ["redirect_uri[]", "redirect_uri[0]", "redirect_uri[a]"]) {
    test(`redir-37: ${name} is another parameter, and no redirect URI`, async ({ world, rp }) => {
      const { redirect_uri: uri = "", ...parameters } = (await rp.begin()).parameters;
      expectShown((await attempted(world, { ...parameters, [name]: uri })).get, uri);
    });
  }

  test("redir-53: a query that is not UTF-8", async ({ world, rp }) => {
    const { redirect_uri: _, ...parameters } = (await rp.begin()).parameters;
    const query = `${new URLSearchParams(parameters)}&redirect_uri=%E0%A4%A`;
    expectShown(await send(world, `${world.issuer}/authorization?${query}`), "%E0");
  });
});

test.describe("RFC 8252 §7.3: a native app", () => {
  test("redir-39, 40, 41 to 46: may choose the port of its loopback address, and nothing else", async ({
    world,
    operator,
    rp,
  }) => {
    const native = ["--application-type", "native", "--token-endpoint-auth-method", "none", "--name", "Native"];
    const addresses = ["http://127.0.0.1/cb", "com.example.app:/cb"].flatMap((uri) => ["--redirect-uri", uri]);
    const { clientId } = await operator.addClient(...native, ...addresses);
    const six = await operator.addClient(...native, "--redirect-uri", "http://[::1]/cb");
    const request = async (client: string, uri: string) =>
      (await attempted(world, (await rp.begin({ client_id: client, redirect_uri: uri })).parameters)).get;

    for (const [id, name, attempt] of NATIVE_MISSES)
      await test.step(`${id}: ${name}`, async () => expectShown(await request(clientId, attempt), attempt));
    for (const attempt of ["com.example.app://evil/cb", "COM.EXAMPLE.APP:/cb", "com.example.app:/cb/x"])
      await test.step(`redir-50: ${attempt}`, async () => expectShown(await request(clientId, attempt), attempt));

    const accepted = [
      await request(clientId, "http://127.0.0.1:51004/cb"),
      await request(six.clientId, "http://[::1]:51004/cb"),
    ];
    for (const { status, headers } of accepted) {
      expect(status).toBe(303);
      expect(headers.location).toMatch(/^\/login\?request=/);
    }
  });
});
