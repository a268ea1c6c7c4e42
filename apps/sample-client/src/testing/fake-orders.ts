/** An orders API that answers what a test wants. */
import type { IncomingHttpHeaders } from "node:http";
import { type Listening, listen } from "./listen.ts";

type Answer = readonly [status: number, body: unknown, challenge?: string];

export interface FakeOrders extends Listening {
  /** What it answers to a method and path; by default two open orders, and 200. */
  answers: Record<string, Answer | undefined>;
  /** The requests so far. */
  readonly requests: { readonly what: string; readonly headers: IncomingHttpHeaders; readonly body: string }[];
}

export const COFFEE = { id: "o-1", item: "coffee", amount: "12.50", currency: "EUR", state: "open" };

export async function runFakeOrders(): Promise<FakeOrders> {
  const requests: FakeOrders["requests"] = [];
  const state: { answers: FakeOrders["answers"] } = { answers: {} };
  const byDefault: Record<string, Answer> = {
    "GET /orders": [
      200,
      {
        orders: [
          { ...COFFEE, reserved_by: ["orders-api"] },
          { ...COFFEE, id: "o-2", item: "<b>cups</b>", state: "paid" },
        ],
      },
    ],
    "GET /receipts": [200, { receipts: [{ ...COFFEE, id: "o-3", item: "tea", state: "paid" }] }],
  };
  const listening = await listen(() => async (req, res) => {
    let body = "";
    for await (const chunk of req) body += chunk;
    const what = `${req.method} ${req.url}`;
    requests.push({ what, headers: req.headers, body });
    const [status, json, challenge] = state.answers[what] ?? byDefault[what] ?? [200, COFFEE];
    const headers = { "content-type": "application/json", ...(challenge && { "www-authenticate": challenge }) };
    res.writeHead(status, headers).end(JSON.stringify(json));
  });
  return {
    ...listening,
    get answers() {
      return state.answers;
    },
    set answers(answers) {
      state.answers = answers;
    },
    requests,
  };
}
