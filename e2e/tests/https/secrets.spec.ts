/** RFC 6819 §5.1.5.4: no secret is in a log, an error or an address of ours, even if it was sent to the wrong place. */
import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { allowFields, hiddenFields, scriptedBrowser, signInFields } from "../../support/browser/scripted-browser.ts";
import { type Answer, json, send } from "../../support/http.ts";
import { relyingParty, userinfo } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";
import { basic, tokenRequest } from "../../support/token-endpoint.ts";
import { siteOf, type World } from "../../support/worlds/world.ts";

const LARGEST_LOG = 2 ** 27;
const run = promisify(execFile);

/** Everything that the services of a world logged. For containers, one command prints it. */
async function logged({ dataDir, logCommand: [program, ...args] }: World): Promise<string> {
  if (program !== "cat") return (await run(program, args, { maxBuffer: LARGEST_LOG })).stdout;
  const names = ["authorization-server", "resource-server", "sample-client"];
  return (await Promise.all(names.map((name) => readFile(join(dataDir, "logs", `${name}.log`), "utf8")))).join("\n");
}

/** The secrets that the services were started with. Containers have their own. */
async function ofServices({ dataDir, logCommand: [program] }: World): Promise<Record<string, string>> {
  if (program !== "cat") return {};
  const kept = JSON.parse(await readFile(join(dataDir, "development.json"), "utf8")) as Record<string, string>;
  const { keyEncryptionKeys = "" } = kept;
  const userinfoSecret = createHmac("sha256", keyEncryptionKeys).update("userinfo response").digest("base64url");
  return { ...kept, keyEncryptionKeys: keyEncryptionKeys.split(":")[1] ?? "", userinfoSecret };
}

/** The cookies that responses set, except the browser state, which a script may read and which grants nothing. */
const cookiesOf = (...answers: readonly Answer[]): Record<string, string> =>
  Object.fromEntries(
    answers
      .flatMap(({ headers }) => headers["set-cookie"] ?? [])
      .map((line) => /-(\w+)=([^;]+)/.exec(line) ?? [])
      .filter(([, name]) => name !== "state")
      .map(([, name, value = ""]) => [`${name}Cookie`, value]),
  );

/** The credentials of a client that registered itself, and an assertion of it. */
async function asserted(world: World, initialAccessToken: string, redirectUri: string) {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: "k", alg: "ES256" }] };
  const metadata = { redirect_uris: [redirectUri], token_endpoint_auth_method: "private_key_jwt", jwks };
  const registered = await send(world, `${world.issuer}/openid/register`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${initialAccessToken}` },
    body: JSON.stringify(metadata),
  });
  expect(registered.status, registered.body).toBe(201);
  const { client_id: id = "", registration_access_token: registrationAccessToken = "" } = json(registered) as Record<
    string,
    string
  >;
  const jwt = await new SignJWT({ iss: id, sub: id, aud: world.issuer, jti: "once" })
    .setProtectedHeader({ alg: "ES256", kid: "k" })
    .setExpirationTime("1m")
    .sign(privateKey);
  const type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
  return {
    secrets: { initialAccessToken, registrationAccessToken, assertion: jwt.split(".")[2] ?? "" },
    fields: { client_assertion: jwt, client_assertion_type: type },
  };
}

/** Sends a secret to a wrong place. */
async function misplaced(world: World, secret: string): Promise<readonly Answer[]> {
  const value = encodeURIComponent(secret);
  // Text that is shorter than our secrets looks like an id, and an unknown id may be in the log.
  const asId = secret.length < 43 ? [] : [`/authorization?client_id=${value}`];
  const paths = [`/login?request=${value}`, `/token?code=${value}`, ...asId];
  return Promise.all([
    ...paths.map((path) => send(world, `${world.issuer}${path}`)),
    userinfo(world, secret),
    tokenRequest(world, { grant_type: secret, code: secret }, `Basic ${secret}`),
  ]);
}

test("resp-14: no log, error or address of ours contains a secret of any kind", async ({ world, operator, person }) => {
  const redirectUri = `${siteOf(world, "rp")}/cb`;
  const grants = ["--grant-type", "authorization_code", "--grant-type", "refresh_token"];
  const scope = "openid email offline_access";
  const added = await operator.addClient(
    "--name",
    "Offline",
    "--scope",
    scope,
    "--redirect-uri",
    redirectUri,
    ...grants,
  );
  const rp = await relyingParty(world, { ...added, redirectUri });
  const secrets: Record<string, string> = {
    ...(await ofServices(world)),
    password: person.password,
    clientSecret: added.clientSecret ?? "",
  };
  const refused: Answer[] = [];

  // Sign-in, with a wrong password before the right one.
  const browser = scriptedBrowser(world);
  const begun = await rp.begin({ scope });
  const first = await browser.once(begun.url);
  const login = await browser.open(new URL(first.headers.location ?? "", world.issuer).href);
  secrets.wrongPassword = `${person.password}-wrong`;
  refused.push(await browser.submit(login, signInFields({ ...person, password: secrets.wrongPassword })));
  const form = [...hiddenFields(login), ...signInFields(person)];
  const signedIn = await browser.once(`${world.issuer}/login`, { form });
  Object.assign(secrets, cookiesOf(first, signedIn));
  const consent = await browser.open(new URL(signedIn.headers.location ?? "", world.issuer).href);
  const callback = new URL((await browser.submit(consent, allowFields(consent))).url);

  // Tokens: each of them is used, used again and revoked.
  secrets.code = callback.searchParams.get("code") ?? "";
  secrets.verifier = begun.verifier;
  const redeeming = { grant_type: "authorization_code", code: secrets.code, redirect_uri: redirectUri };
  const full = { ...redeeming, code_verifier: begun.verifier };
  const tokens = json(await tokenRequest(world, full, basic(added))) as Record<string, string>;
  for (const kind of ["access_token", "id_token"]) secrets[kind] = tokens[kind]?.split(".")[2] ?? "";
  secrets.refreshToken = tokens.refresh_token ?? "";
  const refreshing = { grant_type: "refresh_token", refresh_token: secrets.refreshToken };
  const again = json(await tokenRequest(world, refreshing, basic(added))) as Record<string, string>;
  secrets.successor = again.refresh_token ?? "";
  await userinfo(world, tokens.access_token ?? "");
  refused.push(await tokenRequest(world, full, basic(added)));

  const assertion = await asserted(world, await operator.addInitialAccessToken(), redirectUri);
  Object.assign(secrets, assertion.secrets);
  for (let count = 0; count < 2; count += 1) refused.push(await tokenRequest(world, { ...full, ...assertion.fields }));

  for (const secret of Object.values(secrets)) refused.push(...(await misplaced(world, secret)));
  for (const secret of Object.values(secrets))
    refused.push(await tokenRequest(world, refreshing, basic({ clientId: added.clientId, clientSecret: secret })));

  const marked = `"clientId":"${added.clientId}"`;
  await expect.poll(async () => (await logged(world)).includes(marked)).toBe(true);
  const log = await logged(world);
  expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(13);
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret, name).toMatch(/^\S{16,}$/);
    const shown = refused.filter((answer) => `${JSON.stringify(answer.headers)}${answer.body}`.includes(secret));
    const address = callback.href.includes(secret);
    expect({ name, logged: log.includes(secret), shown: shown.length, address }).toEqual({
      ...{ name, logged: false, shown: 0, address: name === "code" },
    });
  }
});
