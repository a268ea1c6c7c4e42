/** A browser in which a person signs in, and in which the client then gets codes without a page. */
import { createHash, randomUUID } from "node:crypto";
import { NO_END } from "../history/entry.ts";
import { nameOf } from "../history/history.ts";
import { openCookies } from "./cookies.ts";
import type { Answer } from "./http.ts";
import type { World } from "./world.ts";

export const REDIRECT_URI = "https://rp.example/cb";
export const VERIFIER = "chaos-verifier-chaos-verifier-chaos-verifier-chaos";
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
const MOST_HOPS = 12;

export interface Browser {
  /** The name of its session in the history. */
  readonly session: string;
  /** Asks for a code. The answer is the redirect to the client, or what came in its place. */
  authorize(prompt?: "none" | "consent"): Promise<Answer>;
  /** Asks for a code by what the client pushed (RFC 9126 §4). */
  follow(requestUri: string): Promise<Answer>;
}

export function openBrowser(world: World, username: string): Browser {
  const { issuer, client, password } = world;
  const send = openCookies(world);

  /** @param isShown whether the person answers pages */
  async function begin(query: Readonly<Record<string, string>>, isShown = true): Promise<Answer> {
    let answer = await send(`${issuer}/authorization?${new URLSearchParams(query)}`);
    for (let hop = 0; hop < MOST_HOPS; hop++) {
      const { location = "" } = answer.headers;
      if (location.startsWith(REDIRECT_URI)) return answer;
      if (location !== "") answer = await send(new URL(location, issuer).href);
      else if (answer.status === 200 && isShown)
        answer = await send(...filledIn(answer.body, issuer, { username, password }));
      else return answer;
    }
    return { status: 400, headers: {}, body: "", failure: NO_END };
  }

  return {
    session: nameOf(randomUUID()),
    authorize: (prompt) => begin({ ...asked(client.id), ...(prompt && { prompt }) }, prompt !== "none"),
    follow: (requestUri) => begin({ client_id: client.id, request_uri: requestUri }),
  };
}

/** What a client asks for. */
export const asked = (client_id: string) => ({
  client_id,
  response_type: "code",
  redirect_uri: REDIRECT_URI,
  scope: "openid profile offline_access",
  state: "state",
  nonce: "nonce",
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
});

/** What the client was sent: a code, or an error. */
export function parametersOf({ headers: { location = "" } }: Answer): {
  readonly code?: string;
  readonly error?: string;
} {
  return location.startsWith(REDIRECT_URI) ? Object.fromEntries(new URL(location).searchParams) : {};
}

type Filled = [url: string, form: URLSearchParams];

/** The form of a page that leads on, with what the person answers: name and password, or consent. */
function filledIn(page: string, issuer: string, person: Readonly<Record<"username" | "password", string>>): Filled {
  const forms = [...page.matchAll(/<form [^>]*method="post"[\s\S]*?<\/form>/g)].map(([form]) => form);
  const form = forms.find((one) => one.includes(' class="primary"')) ?? forms[0] ?? "";
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  const fields = new URLSearchParams(hidden.map(([, name = "", value = ""]): [string, string] => [name, value]));
  const answers = page.includes('id="password"') ? { ...person, action: "sign-in" } : { action: "allow" };
  for (const [name, value] of Object.entries(answers)) fields.set(name, value);
  for (const [, scope = ""] of form.matchAll(/name="scope" value="([^"]+)"/g)) fields.append("scope", scope);
  return [new URL(/ action="([^"]+)"/.exec(form)?.[1] ?? "", issuer).href, fields];
}
