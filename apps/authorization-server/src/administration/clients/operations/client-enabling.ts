/** Operations on whether a client works at all. */

import type { Dependencies } from "../../../dependencies.ts";
import type { By } from "../../../platform/stores/audit/audit-events.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { assertWithin } from "../../api/rank.ts";
import { disableClient, enableClient } from "../clients.ts";
import { client, clientIn, freeClientIn, ownClientIn, shown } from "./client-shapes.ts";

type Deps = Pick<Dependencies, "database">;

interface Enabling {
  readonly word: "disable" | "enable";
  readonly summary: string;
  /** What the client is afterwards, as an operator reads it. */
  readonly becomes: string;
  readonly already: string;
  readonly find: typeof ownClientIn;
  readonly act: (database: Deps["database"], id: string, by: By) => Promise<boolean>;
}

const enabling = ({ word, summary, becomes, already, find, act }: Enabling) =>
  defineOperation({
    id: `${word}Client`,
    method: "POST",
    path: `/clients/:id/${word}`,
    summary,
    scope: "clients:write",
    answer: client,
    command: {
      line: `clients ${word} <client_id>`,
      takes: { client_id: "id" },
      says: ({ client_id }) => `${client_id} is ${becomes}.`,
    },
    async handle({ params, ...who }, deps) {
      const { id } = await find(params, who, deps);
      const isDone = await act(deps.database, id, who.by);
      return { body: shown(await clientIn(params, deps)), already: isDone ? undefined : already };
    },
  });

export const disable = enabling({
  ...{ word: "disable", summary: "Disables a client, and revokes what was issued to it" },
  ...{ becomes: "disabled, and what was issued to it is revoked", already: "the client is disabled already" },
  ...{ find: ownClientIn, act: disableClient },
});

export const enable = enabling({
  ...{ word: "enable", summary: "Enables a disabled client" },
  ...{ becomes: "enabled", already: "the client is not disabled", act: enableClient },
  async find(params, { by, caller }, deps) {
    const found = await freeClientIn(params, by, deps);
    assertWithin(caller, found.scopes, "the client");
    return found;
  },
});

export const clientEnablingOperations: readonly Operation[] = [disable, enable];
