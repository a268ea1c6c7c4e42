/** Operations on whether a client works at all. */

import { defineOperation, type Operation } from "../../api/operation.ts";
import { assertNotConsole, assertWithin } from "../../api/rank.ts";
import { disableClient, enableClient } from "../clients.ts";
import { client, clientIn, freeClientIn, shown } from "./client-shapes.ts";

const disable = defineOperation({
  id: "disableClient",
  method: "POST",
  path: "/clients/:id/disable",
  summary: "Disables a client, and revokes what was issued to it",
  scope: "clients:write",
  answer: client,
  command: {
    line: "clients disable <client_id>",
    takes: { client_id: "id" },
    says: ({ client_id }) => `${client_id} is disabled, and what was issued to it is revoked.`,
  },
  async handle({ params, by, caller }, deps) {
    const found = await freeClientIn(params, by, deps);
    assertWithin(caller, found.scopes, "the client");
    assertNotConsole(found.id, caller);
    const isDone = await disableClient(deps.database, found.id, by);
    const already = isDone ? undefined : "the client is disabled already";
    return { body: shown(await clientIn(params, deps)), already };
  },
});

const enable = defineOperation({
  id: "enableClient",
  method: "POST",
  path: "/clients/:id/enable",
  summary: "Enables a disabled client",
  scope: "clients:write",
  answer: client,
  command: {
    line: "clients enable <client_id>",
    takes: { client_id: "id" },
    says: ({ client_id }) => `${client_id} is enabled.`,
  },
  async handle({ params, by, caller }, deps) {
    const found = await freeClientIn(params, by, deps);
    assertWithin(caller, found.scopes, "the client");
    const isDone = await enableClient(deps.database, found.id, by);
    return { body: shown(await clientIn(params, deps)), already: isDone ? undefined : "the client is not disabled" };
  },
});

export const clientEnablingOperations: readonly Operation[] = [disable, enable];
