/** What an operator, people and clients did with an earlier version, in two days: so that every table has rows. */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { type Browser, type Fields, openBrowser } from "../browser.ts";
import { asserting, assertionOf, send } from "../clients/registration.ts";
import { post } from "../clients/tokens.ts";
import { advance, agree, basic, challenge, redeem, signIn } from "../flows.ts";
import { issuer, password } from "../world.ts";
import type { Version } from "./version.ts";

// Ahead of the database's own clock, which migrations and the userinfo view compare with.
const FIRST_DAY = new Date("2030-01-01T12:00:00Z");
const FIRST_EVENING = new Date("2030-01-01T20:00:00Z");
const SECOND_DAY = new Date("2030-01-02T12:00:00Z");
/** When the dump is made. */
export const LAST_MINUTE = new Date("2030-01-02T18:00:00Z");

export const WEB = "https://web.example/cb";
const SPA = "https://spa.example/cb";
export const PAIRWISE = "https://pairwise.example/cb";
const REFRESHES = ["--grant-type", "authorization_code", "--grant-type", "refresh_token"];

/** The address of a request of a client. */
export const requestOf = (clientId: string, redirect_uri: string, scope: string, changes: Fields = {}) =>
  `/authorization?${new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri,
    scope,
    state: "st1",
    nonce: "n1",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...(changes as Record<string, string>),
  })}`;

/** Accounts, clients, and what ends before the second day. */
export async function firstDay(version: Version) {
  const command = (...argv: string[]) => version.command(FIRST_DAY, argv, password);
  await command("prepare");
  await command("seed");
  // The dump of 0.1.0 also has Straße and STRASSE, which that version took for two usernames.
  for (const name of ["carol", "Zoë", "dave"]) {
    const claims = [
      "--claim",
      `name=${name} Example`,
      "--claim",
      `email=${encodeURIComponent(name).replaceAll("%", "")}@example.org`,
    ];
    await command("users", "add", name, "--password-stdin", ...claims, "--claim", "phone_number=+44 20 7946 0958");
  }
  await command(
    "resources",
    "add",
    "https://orders.example",
    "--name",
    "Orders",
    "--scope",
    "orders:read orders:write",
  );
  const clients = await addClients(command);
  const initial = await command("tokens", "add", "--clients", "3", "--note", "for partners");
  await command("tokens", "add", "--uses", "5", "--note", "never used");

  const tokens = await during(version, FIRST_DAY, async (origin) => {
    const [carol, dave] = [openBrowser(origin), openBrowser(origin)];
    const ofWeb = tokensOf(origin, WEB, basic(clients.web_id, clients.web_secret));
    // Bound to the session, which is gone tomorrow.
    const lost = await ofWeb(carol, requestOf(clients.web_id, WEB, "profile"), "carol");
    const spent = await ofWeb(carol, requestOf(clients.web_id, WEB, "openid profile offline_access"), "carol");
    const next = await refreshed(origin, spent.refresh_token, basic(clients.web_id, clients.web_secret));
    await ofWeb(dave, requestOf(clients.web_id, WEB, "openid"), "dave");
    return {
      refresh_token_of_lost_session: lost.refresh_token,
      refresh_token_spent_yesterday: spent.refresh_token,
      refresh_token_after_it: next.refresh_token,
      id_token_of_yesterday: next.id_token,
    };
  });

  await command("users", "disable", "dave");
  await version.command(FIRST_EVENING, ["keys", "rotate"]);
  return { ...clients, ...tokens, initial_access_token: initial.initial_access_token as string };
}

type FirstDay = Awaited<ReturnType<typeof firstDay>>;

async function addClients(command: (...argv: string[]) => Promise<{ client_id: string; client_secret: string }>) {
  const add = (name: string, ...argv: string[]) => command("clients", "add", "--name", name, ...argv);
  const method = (name: string) => ["--token-endpoint-auth-method", name];
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: "own" }] };

  const scopes = ["--scope", "openid profile email phone offline_access"];
  const told = ["--backchannel-logout-uri", "https://web.example/logged-out"];
  const web = await add("Web", "--redirect-uri", WEB, ...REFRESHES, ...scopes, ...told);
  const spa = await add("Spa", "--redirect-uri", SPA, ...REFRESHES, ...scopes, ...method("none"));
  const pairwise = await add(
    "Pairwise",
    ...["--redirect-uri", PAIRWISE, "--subject-type", "pairwise", ...method("client_secret_post")],
  );
  const machine = ["--grant-type", "client_credentials", "--scope", "orders:read"];
  const service = await add("Service", ...machine);
  const hmac = await add("Secret JWT", ...machine, ...method("client_secret_jwt"));
  const key = await add("Key JWT", ...machine, ...method("private_key_jwt"), "--jwks", JSON.stringify(jwks));
  const closed = await add("Closed", "--redirect-uri", "https://closed.example/cb");
  await command("clients", "disable", closed.client_id);

  const renewed = await command("clients", "rotate-secret", service.client_id);
  return {
    web_id: web.client_id,
    web_secret: web.client_secret,
    spa_id: spa.client_id,
    pairwise_id: pairwise.client_id,
    pairwise_secret: pairwise.client_secret,
    service_id: service.client_id,
    service_secret: renewed.client_secret,
    service_secret_before: service.client_secret,
    hmac_id: hmac.client_id,
    hmac_secret: hmac.client_secret,
    key_id: key.client_id,
    key_jwk: await exportJWK(privateKey),
    closed_id: closed.client_id,
    closed_secret: closed.client_secret,
  };
}

/** People and clients who are still there when the dump is made. */
export async function secondDay(version: Version, known: FirstDay) {
  await version.command(SECOND_DAY, ["purge"]); // carol's session, which lay unused
  return during(version, SECOND_DAY, async (origin) => {
    const web = basic(known.web_id, known.web_secret);
    const carol = openBrowser(origin);
    const asked = requestOf(known.web_id, WEB, "openid profile email offline_access", {
      claims: JSON.stringify({ userinfo: { phone_number: null } }),
      prompt: "consent",
    });
    const page = await signIn(carol, await carol.follow(await carol.get(asked)), "carol");
    // Without the email address.
    const answer = await agree(carol, page, { scope: ["profile", "offline_access"] });
    const live = await redeemed(origin, WEB, answer.location?.searchParams.get("code") ?? "", web);
    const ofSession = await tokensOf(origin, WEB, web)(carol, requestOf(known.web_id, WEB, "profile"), "carol");
    const outliving = requestOf(known.web_id, WEB, "profile offline_access");
    const narrowed = await tokensOf(origin, WEB, web, { scope: "profile" })(carol, outliving, "carol");

    const zoe = openBrowser(origin);
    const ofSpa = tokensOf(origin, SPA, {}, { client_id: known.spa_id });
    const spa = await ofSpa(zoe, requestOf(known.spa_id, SPA, "openid offline_access"), "zoë");
    const credentials = { client_id: known.pairwise_id, client_secret: known.pairwise_secret };
    const ofPairwise = tokensOf(origin, PAIRWISE, {}, credentials);
    const pairwise = await ofPairwise(zoe, requestOf(known.pairwise_id, PAIRWISE, "openid"), "zoë");
    await tokensOf(origin, WEB, web)(zoe, requestOf(known.web_id, WEB, "openid"), "zoë");
    // Web is notified, and does not answer.
    await zoe.submit(await zoe.get("/end_session"), "/end_session", { action: "sign-out" });

    return {
      cookies: Object.fromEntries(carol.cookies),
      refresh_token: live.refresh_token,
      refresh_token_of_session: ofSession.refresh_token,
      refresh_token_of_fewer_scopes: narrowed.refresh_token,
      public_refresh_token: spa.refresh_token,
      pairwise_id_token: pairwise.id_token,
      ...(await registration(origin, known.initial_access_token)),
    };
  });
}

/** Access tokens that clients get for themselves; one is revoked. */
async function clientsAlone(origin: string, known: FirstDay) {
  const asked = { grant_type: "client_credentials", resource: "https://orders.example" };
  const hmac = await new SignJWT({ ...assertionOf(known.hmac_id, LAST_MINUTE) })
    .setProtectedHeader({ alg: "HS256" })
    .sign(Buffer.from(known.hmac_secret));
  await must(post(origin, "/token", { ...asked, ...asserting(hmac) }));

  const service = basic(known.service_id, known.service_secret);
  const [one, other] = [
    await must(post(origin, "/token", asked, service)),
    await must(post(origin, "/token", asked, service)),
  ];
  await must(post(origin, "/revoke", { token: one.access_token }, service));
  return { revoked_access_token: one.access_token as string, service_access_token: other.access_token as string };
}

async function registration(origin: string, token: string) {
  const body = { client_name: "Partner", redirect_uris: ["https://partner.example/cb"] };
  const made = await must(send({ origin }, { token, body }));
  const path = made.registration_client_uri.slice(issuer.length);
  const { registration_access_token, registration_client_uri, client_id_issued_at, client_secret_expires_at, ...rest } =
    made;
  const changed = await must(
    send(
      { origin },
      { method: "PUT", path, token: registration_access_token, body: { ...rest, client_name: "Good partner" } },
    ),
  );
  return {
    registered_id: made.client_id as string,
    registered_secret: (changed.client_secret ?? made.client_secret) as string,
    registration_path: path as string,
    registration_access_token: (changed.registration_access_token ?? registration_access_token) as string,
  };
}

/** What is good for minutes when the dump is made. */
export async function lastMinute(version: Version, known: FirstDay & Awaited<ReturnType<typeof secondDay>>) {
  return during(version, LAST_MINUTE, async (origin) => {
    const web = basic(known.web_id, known.web_secret);
    const carol = openBrowser(origin);
    for (const [name, value] of Object.entries(known.cookies)) carol.cookies.set(name, value);
    const address = requestOf(known.web_id, WEB, "openid profile offline_access");
    const spent = await tokensOf(origin, WEB, web)(carol, address, "carol");
    const next = await refreshed(origin, spent.refresh_token, web);
    const code = (await advance(carol, address, "carol")).get("code") ?? "";
    await openBrowser(origin).get(address); // waits for a sign-in
    return {
      cookies: Object.fromEntries(carol.cookies),
      refresh_token_spent_now: spent.refresh_token,
      refresh_token_after_now: next.refresh_token,
      access_token: next.access_token,
      id_token: next.id_token,
      code,
      ...(await clientsAlone(origin, known)),
    };
  });
}

async function during<T>(version: Version, at: Date, work: (origin: string) => Promise<T>): Promise<T> {
  const server = await version.start(at);
  try {
    return await work(server.origin);
  } finally {
    await server.stop();
  }
}

type Tokens = Record<"access_token" | "refresh_token" | "id_token", string>;

const redeemed = (origin: string, redirect_uri: string, code: string, headers: Record<string, string>, more?: Fields) =>
  must(redeem(origin, code, { redirect_uri, ...more }, headers)) as Promise<Tokens>;

const tokensOf =
  (origin: string, redirectUri: string, headers: Record<string, string>, more: Fields = {}) =>
  async (browser: Browser, address: string, username: string) => {
    const answer = await advance(browser, address, username);
    return redeemed(origin, redirectUri, answer.get("code") ?? `none: ${answer}`, headers, more);
  };

const refreshed = (origin: string, refresh_token: string, headers: Record<string, string>) =>
  must(post(origin, "/token", { grant_type: "refresh_token", refresh_token }, headers)) as Promise<Tokens>;

async function must(asked: ReturnType<typeof post>) {
  const { status, body } = await asked;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}
