/** What a caller learns about itself. */
import { z } from "zod";
import { defineOperation, type Operation } from "../operation.ts";
import { ADMIN_SCOPES } from "../scopes.ts";

const readCaller = defineOperation({
  id: "readCaller",
  method: "GET",
  path: "/caller",
  summary: "Who calls, and what they may do: of a person, what their roles allow",
  scope: "any",
  status: 200,
  answer: z.strictObject({
    kind: z.enum(["person", "program"]),
    id: z.string().meta({ description: "the person's id, or the client's" }),
    scopes: z.array(z.enum(ADMIN_SCOPES)),
  }),
  async handle({ caller: { actor, scopes } }) {
    const allowed = ADMIN_SCOPES.filter((scope) => scopes.includes(scope));
    const who =
      actor.kind === "administrator"
        ? ({ kind: "person", id: actor.userId } as const)
        : ({ kind: "program", id: actor.clientId } as const);
    return { body: { ...who, scopes: allowed } };
  },
});

export const callerOperations: readonly Operation[] = [readCaller];
