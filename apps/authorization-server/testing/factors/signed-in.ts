/** A person who is signed in, for tests of what comes after: the pages of the sign-in have tests of their own. */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Factor } from "@countersign/rules";
import { type Browser, keep, openBrowser } from "../browser.ts";
import type { Service } from "../service.ts";

/** The factors of a level, by the last word of its `acr`. */
const FACTORS = {
  password: ["password"],
  mfa: ["password", "totp"],
  phr: ["passkey"],
} as const satisfies Record<string, readonly Factor[]>;

interface How {
  /** What the person proved, and nothing has to be set up for it. */
  readonly level?: keyof typeof FACTORS;
  /** By default a new one. */
  readonly browser?: Browser;
}

/** Writes the session of a sign-in now, and its cookies into the browser. A session that the browser had ends. */
export async function signedInAs(
  { deps, clock, origin, rows }: Pick<Service, "deps" | "clock" | "origin" | "rows">,
  username = "alice",
  { level = "password", browser = openBrowser(origin) }: How = {},
): Promise<Browser> {
  const [person] = await rows("SELECT id FROM end_user WHERE username = $1", [username]);
  const at = clock.now;
  const factors: readonly Factor[] = FACTORS[level];
  const reached = deps.levels.find((one) => one.factors.join() === factors.join());
  if (person === undefined || reached === undefined) throw new Error(`${username} cannot sign in by ${factors}`);

  const { amr, acr } = reached;
  const proofs = factors.map((factor) => ({ factor, at }));
  const signIn = { userId: String(person.id), authenticatedAt: at, amr, acr, proofs };
  const request = new IncomingMessage(new Socket());
  request.headers.cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const secret = await deps.sessions.signIn(deps.cookies.session(request), signIn, { address: "10.0.0.1" });
  if (secret === undefined) throw new Error(`${username} may not sign in`);
  const response = new ServerResponse(request);
  deps.cookies.setSession(response, secret);
  keep([response.getHeader("set-cookie") ?? []].flat().map(String), browser);
  return browser;
}
