/** A request whose response is read as it is: the status and the body belong to a protocol. */

import type { AcceptedDocument } from "./accepted-document.ts";
import { fetchRefused } from "./fetch-refused.ts";
import { read, type SendOptions, USER_AGENT } from "./send.ts";

export interface Exchange extends Pick<AcceptedDocument, "kind" | "clientId" | "maxBytes" | "timeoutMs"> {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface Exchanged {
  readonly status: number;
  /** The headers that occur once, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
}

/** Sends the request. Follows no redirect: that response is returned like any other. */
export async function exchange(
  url: URL,
  { method, headers, body, maxBytes }: Exchange,
  { request, ...way }: SendOptions,
): Promise<Exchanged> {
  const own = { "accept-encoding": "identity", "user-agent": USER_AGENT };
  const response = await request(url, { ...way, method, headers: { ...headers, ...own }, body: body ?? null });
  // A body that is closed before it was read emits an error event, which needs a listener.
  response.body.on("error", () => {});
  try {
    if (response.headers["content-encoding"] !== undefined) throw fetchRefused("the response is compressed");
    const single = Object.entries(response.headers).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    return {
      status: response.statusCode,
      headers: Object.fromEntries(single),
      body: await read(response.body, maxBytes),
    };
  } finally {
    response.body.destroy();
  }
}
