/** Single requests, each written down. */
import { isFailed } from "../history/good.ts";
import { nameOf } from "../history/history.ts";
import { answered } from "./answered.ts";
import { asked, type Browser, openBrowser, parametersOf, REDIRECT_URI, VERIFIER } from "./browser.ts";
import { type Answer, basic, bearer, membersOf } from "./http.ts";
import { PASSWORD } from "./people.ts";
import { asClient, namesOf, type Tokens, tokensOf, told, type World } from "./world.ts";

const given = (answer: Answer) => {
  const tokens = tokensOf(answer);
  return tokens === undefined ? {} : { given: namesOf(tokens) };
};

/** A new person signs in, and the client gets a code. */
export async function signIn(world: World, browser: Browser): Promise<string | undefined> {
  const tell = (answer: Answer) => (codeOf(answer) === undefined ? errorOf(answer) : { given: [browser.session] });
  return codeOf(await told(world, "sign-in", () => browser.authorize(), tell));
}

/** A person whose account was made in this run signs in again. */
export async function signInAgain(world: World, email: string): Promise<void> {
  const browser = openBrowser({ ...world, password: PASSWORD }, email);
  const tell = (answer: Answer) => ({ shown: nameOf(email), ...errorOf(answer) });
  await told(world, "sign-in", () => browser.authorize(), tell);
}

/** A code without a page. The session is one that has to be known; it is over if it is not. */
export async function silently(world: World, browser: Browser): Promise<{ code?: string; isOver: boolean }> {
  const tell = (answer: Answer) => ({ shown: browser.session, ...errorOf(answer) });
  const answer = await told(world, "silent", () => browser.authorize("none"), tell);
  const code = codeOf(answer);
  return code === undefined ? { isOver: !isFailed(answer) } : { code, isOver: false };
}

/** The client pushes what it asks for, and gets the code by what stands for it. */
export async function signInPushed(world: World, browser: Browser): Promise<string | undefined> {
  const push = () => told(world, "pushed-request", () => asClient(world, "/par", asked(world.client.id)));
  const { request_uri: requestUri } = membersOf(await answered(push));
  if (typeof requestUri !== "string") return undefined;
  return codeOf(await told(world, "sign-in", () => browser.follow(requestUri), errorOf));
}

const codeOf = (answer: Answer) => parametersOf(answer).code;

/** Why the client has no code. What has no answer, and what a page in JSON says, `told` writes down. */
const errorOf = (answer: Answer) => {
  const { code, error = code === undefined && answer.status < 400 ? "no code" : undefined } = parametersOf(answer);
  return error === undefined || answer.failure !== undefined ? {} : { error };
};

export const exchangeOnce = (world: World, code: string) =>
  told(
    world,
    "exchange",
    () =>
      asClient(world, "/token", {
        grant_type: "authorization_code",
        code,
        redirect_uri: REDIRECT_URI,
        code_verifier: VERIFIER,
      }),
    (answer) => ({ shown: nameOf(code), ...given(answer) }),
  );

export async function exchange(world: World, code: string): Promise<Tokens | undefined> {
  return tokensOf(await answered(() => exchangeOnce(world, code)));
}

export async function refresh(world: World, { refresh: token }: Tokens): Promise<Tokens | undefined> {
  const form = { grant_type: "refresh_token", refresh_token: token };
  const tell = (answer: Answer) => ({ shown: nameOf(token), ...given(answer) });
  return tokensOf(await answered(() => told(world, "refresh", () => asClient(world, "/token", form), tell)));
}

/** @param honoured what an answer says of it, if it says something */
const judged = (token: string, honoured: (answer: Answer) => boolean) => (answer: Answer) =>
  isFailed(answer) ? {} : { shown: nameOf(token), honoured: honoured(answer) };

export const userinfo = (world: World, token: string) =>
  told(
    world,
    "userinfo",
    () => world.http.send(`${world.resource}/userinfo`, { headers: bearer(token) }),
    judged(token, ({ status }) => status === 200),
  );

export const introspect = (world: World, token: string) =>
  told(
    world,
    "introspection",
    () => asClient(world, "/introspect", { token }),
    judged(token, (answer) => membersOf(answer).active === true),
  );

export const revoke = (world: World, tokens: Tokens) =>
  told(
    world,
    "revocation",
    () => asClient(world, "/revoke", { token: tokens.refresh }),
    () => ({ ended: namesOf(tokens) }),
  );

/** What clients read before anything else: the metadata of the issuer, and its keys. */
export async function discover(world: World): Promise<void> {
  for (const path of ["/.well-known/openid-configuration", "/jwks"])
    await told(world, "discovery", () => world.http.send(`${world.issuer}${path}`));
}

export const clientCredentials = (world: World) =>
  told(world, "client-credentials", () =>
    world.http.send(`${world.issuer}/token`, {
      form: { grant_type: "client_credentials" },
      headers: basic(world.service),
    }),
  );

export interface Registered {
  readonly id: string;
  readonly url: string;
  readonly token: string;
}

export async function register(world: World): Promise<Registered | undefined> {
  const json = { client_name: "Chaos", redirect_uris: ["https://new.example/cb"] };
  const send = () =>
    world.http.send(`${world.issuer}/openid/register`, { json, headers: bearer(world.initialAccessToken) });
  const answer = await told(world, "registration", send, (one) =>
    one.status === 201 ? { given: [nameOf(String(membersOf(one).client_id))] } : {},
  );
  const { client_id: id, registration_client_uri: url, registration_access_token: token } = membersOf(answer);
  return answer.status === 201 ? { id: String(id), url: String(url), token: String(token) } : undefined;
}

export const readRegistration = (world: World, { id, url, token }: Registered) =>
  told(
    world,
    "registration-read",
    () => world.http.send(url, { headers: bearer(token) }),
    () => ({ shown: nameOf(id) }),
  );
