/** What the clients know of the deployment, and how they write down what they do. */
import type { Asked, Kind } from "../history/entry.ts";
import { type History, nameOf } from "../history/history.ts";
import { type Answer, basic, type Http, membersOf } from "./http.ts";

export interface ClientOf {
  readonly id: string;
  readonly secret: string;
}

/** A client without a secret: a public one, or one that shows a certificate. */
export type NamedClient = Pick<ClientOf, "id">;

/** Where clients with certificates are served. */
export interface CertificateWorld {
  readonly programs: string;
  readonly resource: string;
  /** Shows the certificate. */
  readonly http: Http;
}

export interface World {
  readonly issuer: string;
  /** Where programs send requests: the issuer, unless they have certificates. */
  readonly programs: string;
  readonly resource: string;
  readonly http: Http;
  readonly history: History;
  /** The client of all people. */
  readonly client: ClientOf | NamedClient;
  /** The kind of that client, if the history judges it apart from others. */
  readonly by?: Asked["by"];
  /** A public client. */
  readonly open: NamedClient;
  /** A client that authenticates by its certificate, to which its tokens belong. */
  readonly certified: NamedClient;
  readonly certificates: CertificateWorld;
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
  { history, by }: Pick<World, "history" | "by">,
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
    ...(by !== undefined && { by }),
    at,
    end: history.now(),
    status: answer.status,
    ...(why !== undefined && { error: why }),
    ...(answer.status === 503 && { retryAfter: answer.headers["retry-after"] !== undefined }),
    ...tell(answer),
  });
  return answer;
}

type Form = Readonly<Record<string, string>>;

/** A request of the client of all people. */
export const asClient = ({ http, programs, client }: World, path: string, form: Form) =>
  "secret" in client
    ? http.send(`${programs}${path}`, { form, headers: basic(client) })
    : http.send(`${programs}${path}`, { form: { ...form, client_id: client.id } });

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
