/** The HTTP client of workers: each keeps one connection open, and follows no redirect. */
import { Client, type Dispatcher } from "undici";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Connection {
  send(
    method: "GET" | "POST",
    path: string,
    sent?: { headers?: Record<string, string>; form?: Record<string, string> | URLSearchParams; json?: unknown },
  ): Promise<Answer>;
}

export function connectTo(origin: string): Connection {
  const client = new Client(origin, { pipelining: 1 });
  return {
    send(method, path, { headers = {}, form, json } = {}) {
      const body =
        form === undefined ? (json === undefined ? null : JSON.stringify(json)) : new URLSearchParams(form).toString();
      const type = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
      const all = body === null ? headers : { "content-type": type, ...headers };
      return new Promise((resolve, reject) => {
        client.dispatch({ method, path, headers: all, body }, answering(resolve, reject));
      });
    },
  };
}

/** Collects an answer. The streams and signals that the client offers would cost half of a request. */
function answering(resolve: (answer: Answer) => void, reject: (err: Error) => void): Dispatcher.DispatchHandler {
  let [status, headers]: [number, Answer["headers"]] = [0, {}];
  const chunks: Buffer[] = [];
  return {
    onRequestStart() {},
    onResponseStart(_, statusCode, received) {
      [status, headers] = [statusCode, received];
    },
    onResponseData(_, chunk) {
      chunks.push(chunk);
    },
    onResponseEnd() {
      resolve({ status, headers, body: Buffer.concat(chunks).toString() });
    },
    onResponseError(_, err) {
      reject(err);
    },
  };
}

/** Throws unless the answer has this status. */
export function expectStatus(answer: Answer, status: number, what: string): Answer {
  if (answer.status !== status) throw new Error(`${what}: ${answer.status} ${answer.body.slice(0, 300)}`);
  return answer;
}

/** Cookies of one browser. */
export class Jar {
  readonly #cookies = new Map<string, string>();

  keep({ headers }: Answer): void {
    for (const line of [headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }

  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}

export const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
