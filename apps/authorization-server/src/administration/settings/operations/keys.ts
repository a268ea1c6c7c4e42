/** Operations on the keys that sign, and that others encrypt to. */
import { z } from "zod";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { Problem } from "../../api/problem.ts";
import { spelled, time } from "../../api/shapes.ts";
import { stateOf } from "../signing-keys.ts";

const key = z.strictObject({
  kid: z.string(),
  alg: z.string(),
  state: z.enum(["waiting", "signing", "retired"]).meta({ description: "a waiting key is published, and signs later" }),
  created_at: time,
  signs_from: time,
  signs_until: time.nullable(),
  published_until: time.nullable(),
});

const list = defineOperation({
  id: "listKeys",
  method: "GET",
  path: "/keys",
  summary: "The published keys, the newest first, without anything secret",
  scope: "settings:read",
  answer: z.strictObject({ items: z.array(key) }),
  async handle({ by }, { signingKeys }) {
    const keys = await signingKeys.list(by.at);
    return { body: { items: keys.map((one) => spelled(key, { ...one, state: stateOf(one, by.at) })) } };
  },
});

const rotate = defineOperation({
  id: "rotateKeys",
  method: "POST",
  path: "/keys/rotate",
  summary:
    "Rotates the signing keys: each algorithm gets a new one, which is published now and signs some minutes later",
  scope: "settings:write",
  needsStepUp: true,
  answer: z.strictObject({ made: z.array(z.string()).meta({ description: "the kids of the new keys" }) }),
  async handle({ by }, { rotateKeys }) {
    const made = await rotateKeys(by);
    if (made.length === 0) throw new Problem("conflict", "a new key of every algorithm is waiting already");
    return { body: { made: [...made] } };
  },
});

export const keyOperations: readonly Operation[] = [list, rotate];
