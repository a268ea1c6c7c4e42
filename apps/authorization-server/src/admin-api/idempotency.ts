/**
 * A POST that is sent twice has one effect (draft-ietf-httpapi-idempotency-key-header). The first request with a key
 * claims it. A repeated one gets what the first one answered, without what is shown once.
 */
import { createHash } from "node:crypto";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { claimKey, dropKey, keepReply } from "../stores/idempotency-keys.ts";
import type { Caller } from "./access.ts";
import type { Operation, Reply } from "./operation.ts";
import { Problem } from "./problem.ts";

const KEY = /^[\x21-\x7E]{1,255}$/;

interface Repeatable {
  readonly operation: Pick<Operation, "id" | "shownOnce">;
  readonly request: { readonly caller: Caller; readonly params: object; readonly body: unknown };
}

/** Acts once for each Idempotency-Key of a caller; a request without one acts each time. */
export async function once(
  call: Call,
  { operation, request: { caller, params, body } }: Repeatable,
  act: () => Promise<Reply<unknown>>,
  { database: { pool }, now }: Pick<Dependencies, "database" | "now">,
): Promise<Reply<unknown>> {
  const key = call.req.headers["idempotency-key"];
  if (key === undefined) return act();
  if (typeof key !== "string" || !KEY.test(key)) throw new Problem("invalid-request", "Idempotency-Key is malformed");

  const requestHash = createHash("sha256")
    .update(JSON.stringify([operation.id, params, body ?? null]))
    .digest();
  const owner = { caller: caller.id, key };
  const before = await claimKey(pool, { ...owner, requestHash }, now());
  if (before !== undefined) {
    if (!Buffer.from(before.requestHash).equals(requestHash)) throw new Problem("idempotency-key-reused");
    if (before.reply === null) throw new Problem("conflict", "the first request with this Idempotency-Key still runs");
    return before.reply as Reply<unknown>;
  }
  const reply = await acted(act, () => dropKey(pool, owner));
  await keepReply(pool, owner, withoutSecrets(reply, operation.shownOnce ?? []));
  return reply;
}

/** Acts. If nothing was done, the same key may try again. */
async function acted(act: () => Promise<Reply<unknown>>, giveBack: () => Promise<void>): Promise<Reply<unknown>> {
  try {
    return await act();
  } catch (err) {
    await giveBack();
    throw err;
  }
}

function withoutSecrets(reply: Reply<unknown>, names: readonly string[]): Reply<unknown> {
  const members = Object.entries((reply.body ?? {}) as object).filter(([name]) => !names.includes(name));
  return { ...reply, ...(reply.body === undefined ? {} : { body: Object.fromEntries(members) }) };
}
