/** Calls the sample API in the name of the person. */
import { z } from "zod";
import { Problem } from "./problem.ts";
import { accessToken, type Session } from "./session.ts";

const TIMEOUT_MS = 10_000;

const order = z.object({ id: z.string(), item: z.string() });

export async function listOrders(session: Session): Promise<readonly z.output<typeof order>[]> {
  const response = await call(session, { method: "GET" });
  return z.object({ orders: z.array(order) }).parse(await response.json()).orders;
}

export async function addOrder(session: Session, item: string): Promise<z.output<typeof order>> {
  const body = JSON.stringify({ item });
  const response = await call(session, { method: "POST", body, headers: { "content-type": "application/json" } });
  return order.parse(await response.json());
}

async function call(session: Session, init: RequestInit): Promise<Response> {
  const token = await accessToken(session);
  const response = await send(session, init, token);
  // RFC 6750 §3.1: the token may have been revoked, or the clocks disagree. One fresh token is worth a try.
  const answer = response.status === 401 ? await send(session, init, await accessToken(session, token)) : response;
  if (answer.ok) return answer;
  if (answer.status === 403) throw new Problem("You did not allow this program to do that. Run `sign-in` again.");
  throw new Problem(`The API answered with status ${answer.status}. Try again later.`);
}

async function send({ settings: { api } }: Session, init: RequestInit, token: string): Promise<Response> {
  const headers = { ...init.headers, authorization: `Bearer ${token}` };
  try {
    return await fetch(`${api}/orders`, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    throw new Problem(`The API does not answer. Check the network, and that ${api} is its address.`);
  }
}
