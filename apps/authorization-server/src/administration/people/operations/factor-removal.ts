/** Operations that remove one way in of a person: a factor, or a connection. The password and the others stay. */

import type { Dependencies } from "../../../dependencies.ts";
import { findPersonRecord } from "../../../platform/stores/person/person-record.ts";
import { defineOperation, type Operation, type Request } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { assertMayActUpon, isSelf } from "../../api/rank.ts";
import { isId } from "../../api/shapes.ts";
import { removePasskey } from "../../ways-in/passkeys.ts";
import { removeTotp } from "../../ways-in/second-factors.ts";
import { disconnectIdentity } from "../federated-identities.ts";
import { idIn } from "./person-shapes.ts";

type Removed = Awaited<ReturnType<typeof removePasskey | typeof disconnectIdentity>>;

/** What demands need is asked for at the next sign-in: a lost factor is removed also if it is the last. */
const isEnough = () => true;

/** The notice to the person names no browser: an administrator acts. */
const browser = "";

interface About extends Pick<Operation, "id" | "path" | "summary"> {
  /** What it is that is removed. */
  readonly what: string;
}

const removal = (
  { id, path, summary, what }: About,
  remove: (userId: string, factor: string, deps: Dependencies, by: Request<unknown, unknown>["by"]) => Promise<Removed>,
) =>
  defineOperation({
    id,
    method: "DELETE",
    path,
    summary,
    scope: "people:write",
    needsStepUp: true,
    async handle({ params, by, ...who }, deps) {
      const userId = idIn(params);
      await assertMayActUpon(userId, who, deps);
      if (isSelf(userId, who)) throw new Problem("conflict", "this is your own account");
      const factor = params.factor ?? params.connection;
      if ((await findPersonRecord(deps.database, userId)) === undefined) throw notFound("user");
      const removed = isId(factor) ? await remove(userId, factor, deps, by) : "missing";
      if (removed === "missing") throw notFound(what);
      if (removed !== "removed") throw new Problem("conflict", "the user could not sign in without it");
      return { body: undefined };
    },
  });

export const factorRemovalOperations: readonly Operation[] = [
  removal(
    {
      id: "removePasskey",
      path: "/people/:id/passkeys/:factor",
      summary: "Removes one passkey or security key of a user; the only way in of an account stays",
      what: "passkey",
    },
    (userId, passkeyId, { database: { pool }, mail }, by) =>
      removePasskey({ pool, mail }, { userId, passkeyId, browser }, isEnough, by),
  ),
  removal(
    {
      id: "removeAuthenticatorApp",
      path: "/people/:id/authenticator-apps/:factor",
      summary: "Removes one authenticator app of a user",
      what: "authenticator app",
    },
    (userId, app, deps, by) => removeTotp({ userId, browser }, app, isEnough, deps, by),
  ),
  removal(
    {
      id: "removeConnection",
      path: "/people/:id/connections/:connection",
      summary: "Disconnects an identity from the account of a user; the only way in of an account stays",
      what: "connection",
    },
    (userId, id, deps, by) => disconnectIdentity(deps, { userId, id, browser }, isEnough, by),
  ),
];
