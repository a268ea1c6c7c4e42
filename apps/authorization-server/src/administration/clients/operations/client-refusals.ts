/** The operation that says why requests of a client were refused. */
import { z } from "zod";
import { refusedRequestsOf } from "../../../platform/records/refused-requests.ts";
import { defineOperation } from "../../api/operation.ts";
import { spelled, time } from "../../api/shapes.ts";
import { clientIn } from "./client-shapes.ts";

const refusal = z.strictObject({
  endpoint: z.string().meta({ description: "authorization, par, token, introspection or revocation" }),
  error: z.string(),
  error_description: z.string().meta({ description: "what the client was told" }),
  detail: z.string().nullable().meta({ description: "the cause as the log states it, which the client was not told" }),
  remedy: z.string().nullable().meta({ description: "what to set so that such a request is accepted" }),
  parameter_names: z.array(z.string()).meta({ description: "what was sent" }),
  parameters: z
    .record(z.string(), z.string())
    .meta({ description: "the values of those that are neither secret nor about a user" }),
  times: z.int().meta({ description: "how often it was refused for this cause since first_at" }),
  first_at: time,
  last_at: time,
});

export const readClientRefusals = defineOperation({
  id: "readClientRefusals",
  method: "GET",
  path: "/clients/:id/refusals",
  summary: "The last refused requests of a client, up to 20 of one day, the newest first",
  scope: "clients:read",
  answer: z.strictObject({ items: z.array(refusal) }),
  async handle({ params }, deps) {
    const { id } = await clientIn(params, deps);
    const refused = await refusedRequestsOf(deps.database, id, deps.now());
    const items = refused.map(({ description: errorDescription, names, values: parameters, ...one }) =>
      spelled(refusal, { ...one, errorDescription, parameterNames: names, parameters }),
    );
    return { body: { items } };
  },
});
