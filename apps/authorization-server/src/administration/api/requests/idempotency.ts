/**
 * A POST that is sent twice has one effect (draft-ietf-httpapi-idempotency-key-header). The first request with a key
 * claims it. A repeated one gets the answer of the first one, without values that are shown once. Only what the
 * database committed is known of the first one: its act marks the key in its own transaction (decision 132).
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import {
  type ClaimedKey,
  claimKey,
  dropKey,
  idempotencyOwner,
  type KeyOwner,
  keepReply,
} from "../../../platform/stores/idempotency-keys.ts";
import type { Caller } from "../access/access.ts";
import type { Operation, Reply } from "../operation.ts";
import { Problem } from "../problem.ts";

const KEY = /^[\x21-\x7E]{1,255}$/;

interface Repeatable {
  readonly operation: Pick<Operation, "id" | "shownOnce">;
  readonly request: { readonly params: object; readonly body: unknown };
  /** The key of the request; undefined if it acts each time. */
  readonly owner: KeyOwner | undefined;
}

type Deps = Pick<Dependencies, "database" | "now" | "sealedTexts">;

/** The Idempotency-Key of a request, which belongs to its caller. */
export function keyOf({ req }: Call, { id: caller }: Pick<Caller, "id">): KeyOwner | undefined {
  const key = req.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !KEY.test(key))
    throw new Problem("invalid-request", "Idempotency-Key must be 1 to 255 characters of ASCII without spaces");
  return { caller, key };
}

/** Acts once for each Idempotency-Key of a caller; a request without one acts each time. */
export async function once(
  { operation, request: { params, body }, owner }: Repeatable,
  act: () => Promise<Reply<unknown>>,
  { database: { pool }, now, sealedTexts }: Deps,
): Promise<Reply<unknown>> {
  if (owner === undefined) return act();

  // A body may have a password, and a hash of it would let others guess: so it is sealed, too.
  const hash = createHash("sha256")
    .update(JSON.stringify([operation.id, params, body ?? null]))
    .digest();
  const request = sealedTexts.seal(hash.toString("base64"), idempotencyOwner("request", owner));
  const before = await claimKey(pool, owner, request, now());
  if (before !== undefined) return repeated(before, { hash, owner }, sealedTexts);

  const reply = await acted(act, () => dropKey(pool, owner));
  const text = JSON.stringify(withoutSecrets(reply, operation.shownOnce ?? []));
  // The caller has the answer. If it cannot be kept, a repeated request is told that it was carried out.
  await keepReply(pool, owner, sealedTexts.seal(text, idempotencyOwner("reply", owner))).catch(() => undefined);
  return reply;
}

interface Again {
  readonly hash: Buffer;
  readonly owner: KeyOwner;
}

function repeated(
  { request, reply, isActed }: ClaimedKey,
  { hash, owner }: Again,
  sealedTexts: Deps["sealedTexts"],
): Reply<unknown> {
  const first = opened(() => Buffer.from(sealedTexts.open(request, idempotencyOwner("request", owner)), "base64"));
  if (first === undefined || first.length !== hash.length || !timingSafeEqual(first, hash)) {
    throw new Problem("idempotency-key-reused");
  }
  const answer =
    reply && opened(() => JSON.parse(sealedTexts.open(reply, idempotencyOwner("reply", owner))) as Reply<unknown>);
  if (answer !== undefined) return answer;
  throw new Problem("conflict", isActed ? CARRIED_OUT : STILL_RUNS);
}

const STILL_RUNS = "the first request with this Idempotency-Key still runs";
const CARRIED_OUT =
  "the first request with this Idempotency-Key was carried out, at least in part, and its answer is not there: " +
  "read what it changed";

/** Nothing is opened without its key-encryption key, which may be gone. */
function opened<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

/** Acts. If nothing was done, the same key may try again; a commit whose answer was lost is waited for. */
async function acted(act: () => Promise<Reply<unknown>>, giveBack: () => Promise<void>): Promise<Reply<unknown>> {
  try {
    return await act();
  } catch (err) {
    // Without the database the key stays, because the outcome of the act is unknown until the database answers again.
    await giveBack().catch(() => undefined);
    throw err;
  }
}

function withoutSecrets(reply: Reply<unknown>, names: readonly string[]): Reply<unknown> {
  const members = Object.entries((reply.body ?? {}) as object).filter(([name]) => !names.includes(name));
  return { ...reply, ...(reply.body === undefined ? {} : { body: Object.fromEntries(members) }) };
}
