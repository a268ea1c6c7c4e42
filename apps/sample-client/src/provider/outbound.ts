/** Requests to the provider: limited in size, and one at a time for its keys. */
import type { CustomFetch } from "openid-client";
import { ProtocolError } from "../errors.ts";
import { singleFlight } from "../tokens/single-flight.ts";

const RESPONSE_BYTES = 256 * 1024;

/** Statuses whose response has no body (Fetch §2.2.4). */
const BODILESS = new Set([101, 204, 205, 304]);

/**
 * The `fetch` for openid-client and jose. A network failure becomes provider_unreachable. GETs of the same address
 * without a credential (discovery, keys) that run at the same time share one request. The libraries wait between two
 * fetches of keys. So tokens with invented key ids cannot make this client flood the provider (OIDC Core §10.1.1).
 */
export function providerFetch(send: typeof fetch = fetch): CustomFetch {
  const once = singleFlight<Response>();

  async function limited(url: string, options: Parameters<CustomFetch>[1]): Promise<Response> {
    try {
      const response = await send(url, options as RequestInit);
      // An outage says nothing about the request, so it ends no session.
      if (response.status >= 500) throw new RangeError(`status ${response.status}`, { cause: response });
      const body = BODILESS.has(response.status) ? null : await readLimited(response);
      return new Response(body, { status: response.status, headers: response.headers });
    } catch (err) {
      throw new ProtocolError("provider_unreachable", "no complete answer from the provider", err);
    }
  }

  return async (url, options) => {
    if (options.method !== "GET" || "authorization" in options.headers) return limited(url, options);

    return (await once(url, () => limited(url, options))).clone();
  };
}

async function readLimited(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > RESPONSE_BYTES) throw new RangeError("the answer is too large");
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
