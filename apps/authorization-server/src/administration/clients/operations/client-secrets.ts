/** Operations on the secrets of clients. */
import { newClientSecret, secretUseOf } from "@countersign/rules";
import { z } from "zod";
import { secretsOfClient } from "../../../platform/records/client-secrets.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { Problem } from "../../api/problem.ts";
import { spelled, time } from "../../api/shapes.ts";
import { overlapOf, rotationShape } from "../../receiver.ts";
import { endPreviousClientSecret, rotateClientSecret } from "../client-secrets.ts";
import { clientIn, ownClientIn } from "./client-shapes.ts";

const secret = z.strictObject({
  which: z.enum(["current", "previous"]),
  expires_at: time.nullable().meta({ description: "null if it does not expire" }),
  last_used_at: time.nullable().meta({ description: "to five minutes; null if no use is known" }),
});

export const readClientSecrets = defineOperation({
  id: "readClientSecrets",
  method: "GET",
  path: "/clients/:id/secrets",
  summary: "Which secrets of a client are valid, up to two, and when each was last used; never the secrets",
  scope: "clients:read",
  answer: z.strictObject({ items: z.array(secret) }),
  command: {
    line: "clients secrets <client_id>",
    takes: { client_id: "id" },
    columns: ["which", "expires_at", "last_used_at"],
    empty: "This client has no secret.",
  },
  async handle({ params }, { database, now }) {
    const { id } = await clientIn(params, { database });
    const found = await secretsOfClient(database, id, now());
    const items = found.map(({ expiresAt = null, lastUsedAt = null, which }) =>
      spelled(secret, { which, expiresAt, lastUsedAt }),
    );
    return { body: { items } };
  },
});

const rotate = defineOperation({
  id: "rotateClientSecret",
  method: "POST",
  path: "/clients/:id/rotate-secret",
  summary: "Rotates the secret of a client: the new one is shown once, and the one before stays valid for some time",
  scope: "clients:write",
  body: rotationShape("secret", "is valid, too; 0 ends it at once, and so does a secret that is the key of an HMAC"),
  answer: z.strictObject({
    client_id: z.string(),
    client_secret: z.string().optional(),
    previous_secret_expires_at: time.nullable().meta({ description: "null if the secret before has ended" }),
  }),
  shownOnce: ["client_secret"],
  command: {
    line: "clients rotate-secret <client_id>",
    takes: { client_id: "id", "overlap-hours": "overlap" },
    means: { "overlap-hours": "for how many hours the secret before is valid, too; 24 without it, 0 ends it at once" },
    resolve: async (given) => overlapOf(given),
  },
  async handle({ params, body: { overlap }, by, caller }, deps) {
    const found = await ownClientIn(params, { by, caller }, deps);
    const use = secretUseOf(found);
    const made = newClientSecret(use);
    const stored = deps.clientSecrets.seal(made, found.id, use);
    const rotation = { clientId: found.id, secret: stored, overlapSeconds: overlap };
    const isRotated = await rotateClientSecret(deps.database, rotation, by);
    if (!isRotated) throw new Problem("conflict", "the client is public: it has no secret");
    deps.clients.forget(found.id);
    const held = await secretsOfClient(deps.database, found.id, by.at);
    const until = held.find(({ which }) => which === "previous")?.expiresAt?.toISOString() ?? null;
    return { body: { client_id: found.id, client_secret: made, previous_secret_expires_at: until } };
  },
});

const endPrevious = defineOperation({
  id: "endPreviousClientSecret",
  method: "POST",
  path: "/clients/:id/end-previous-secret",
  summary: "Ends the previous secret of a client before its time, and what the client got for itself",
  scope: "clients:write",
  answer: z.strictObject({ client_id: z.string() }),
  command: {
    line: "clients end-previous-secret <client_id>",
    takes: { client_id: "id" },
    says: ({ client_id }) => `The previous secret of ${client_id} is ended, and so is what the client got for itself.`,
  },
  async handle({ params, by, caller }, deps) {
    const found = await ownClientIn(params, { by, caller }, deps);
    const isDone = await endPreviousClientSecret(deps.database, found.id, by);
    deps.clients.forget(found.id);
    return { body: { client_id: found.id }, already: isDone ? undefined : "the client has no previous secret" };
  },
});

export const clientSecretOperations: readonly Operation[] = [readClientSecrets, rotate, endPrevious];
