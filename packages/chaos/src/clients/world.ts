/** What the clients know of the deployment, and how they write down what they do. */
import type { Asked, Kind } from "../history/entry.ts";
import { type History, nameOf } from "../history/history.ts";
import { type Answer, basic, type Http, membersOf, type Sent } from "./http.ts";

export interface ClientOf {
  readonly id: string;
  readonly secret: string;
}

export interface World {
  readonly issuer: string;
  readonly resource: string;
  readonly http: Http;
  readonly history: History;
  /** The client of all people. */
  readonly client: ClientOf;
  /** A client that pushes its requests, and whose tokens belong to its key. */
  readonly bound: ClientOf;
  /** A client that gets tokens for itself. */
  readonly service: ClientOf;
  readonly people: readonly string[];
  readonly password: string;
  readonly initialAccessToken: string;
  /** Waits for a mail to this address that has this text. Returns what the newest has in its place. */
  readonly mailed: (address: string, text: RegExp) => Promise<string>;
}

export type Told = Pick<Asked, "shown" | "given" | "ended" | "honoured" | "error">;

/** Sends a request and writes it down, with what `tell` makes of the answer. */
export async function told(
  { history }: Pick<World, "history">,
  kind: Kind,
  send: () => Promise<Answer>,
  tell: (answer: Answer) => Told = () => ({}),
): Promise<Answer> {
  const at = history.now();
  const answer = await send();
  const { error } = membersOf(answer);
  const why = answer.failure ?? (typeof error === "string" ? error : undefined);
  history.add({
    kind,
    at,
    end: history.now(),
    status: answer.status,
    ...(why !== undefined && { error: why }),
    ...(answer.status === 503 && { retryAfter: answer.headers["retry-after"] !== undefined }),
    ...tell(answer),
  });
  return answer;
}

/** A request of the client of all people. */
export const asClient = ({ http, issuer, client }: World, path: string, form: Sent["form"] & object) =>
  http.send(`${issuer}${path}`, { form, headers: basic(client) });

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** The tokens of an answer, if it has any. */
export function tokensOf(answer: Answer): Tokens | undefined {
  const { access_token: access, refresh_token: refresh } = membersOf(answer);
  return answer.status === 200 && typeof access === "string" && typeof refresh === "string"
    ? { access, refresh }
    : undefined;
}

export const namesOf = ({ access, refresh }: Tokens) => [nameOf(refresh), nameOf(access)];

export const isAway = ({ status }: Answer) => status === 0 || status >= 500;
