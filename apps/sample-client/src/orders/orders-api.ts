/** The orders API, as this application calls it: an API of another party, with an access token only for it. */
import { type Configuration, fetchProtectedResource, WWWAuthenticateChallengeError } from "openid-client";
import { z } from "zod";
import { ProtocolError } from "../errors.ts";
import type { Access } from "../tokens/tokens.ts";

/** What can be ordered there. */
export const ITEMS = ["coffee", "tea", "cups"] as const;

const order = z.object({
  id: z.string().max(100),
  item: z.string().max(100),
  amount: z.string().max(20),
  currency: z.string().max(10),
  state: z.enum(["open", "paid", "cancelled"]),
  /** Who reserved the goods at another API, in the name of the person. */
  reserved_by: z.array(z.string().max(200)).max(10).optional(),
});
const listed = z.object({ orders: z.array(order).max(1000) });
const receipted = z.object({ receipts: z.array(order).max(1000) });

export type Order = z.output<typeof order>;

/** The access of a session to the API. */
export type OrdersAccess = Omit<Access, "refreshToken">;

/**
 * Each function sends one request. They throw ProtocolError api_unreachable, api_refused and order_gone, and
 * WWWAuthenticateChallengeError if the API demands another token.
 */
export interface OrdersApi {
  list(): Promise<readonly Order[]>;
  /** The orders that were paid. The API demands a token that is bound to a key. */
  receipts(): Promise<readonly Order[]>;
  place(item: string): Promise<void>;
  pay(id: string): Promise<void>;
  cancel(id: string): Promise<void>;
}

export function ordersApi(configuration: Configuration, origin: string, access: OrdersAccess): OrdersApi {
  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const { accessToken, sender } = access;
    const [text, headers] =
      body === undefined
        ? [undefined, new Headers()]
        : [JSON.stringify(body), new Headers({ "content-type": "application/json" })];
    const url = new URL(`${origin}${path}`);
    const answer = await fetchProtectedResource(configuration, accessToken, url, method, text, headers, sender).catch(
      (err: unknown) => {
        throw err instanceof WWWAuthenticateChallengeError ? err : unreachable(err);
      },
    );
    if (answer.status === 404) throw new ProtocolError("order_gone", `${method} answered 404`);
    if (!answer.ok) throw new ProtocolError("api_refused", `${method} answered ${answer.status}`);
    return answer.json().catch((err: unknown) => {
      throw new ProtocolError("api_refused", "the answer is no JSON", err);
    });
  }

  async function read<T>(path: string, shape: z.ZodType<T>): Promise<T> {
    const { data, error } = shape.safeParse(await send("GET", path));
    if (data === undefined) throw new ProtocolError("api_refused", "the answer has another shape", error);
    return data;
  }

  const pathOf = (id: string) => `/orders/${encodeURIComponent(id)}`;
  return {
    list: async () => (await read("/orders", listed)).orders,
    receipts: async () => (await read("/receipts", receipted)).receipts,
    place: async (item) => void (await send("POST", "/orders", { item })),
    pay: async (id) => void (await send("POST", `${pathOf(id)}/payment`)),
    cancel: async (id) => void (await send("DELETE", pathOf(id))),
  };
}

const unreachable = (err: unknown) => new ProtocolError("api_unreachable", "no complete answer from the API", err);
