/** Changes the metadata of a client: RFC 7396. */
import { isDeepStrictEqual } from "node:util";
import { registeredItself, secretUseOf } from "@countersign/rules";
import { z } from "zod";
import { prepareKeys } from "../../../issuer/clients/prepare-keys.ts";
import { assertNotManaged } from "../../api/access/managed.ts";
import { assertMatch } from "../../api/etag.ts";
import { defineOperation } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { assertWithin } from "../../api/rank.ts";
import { keepsSecret, patchedMembers } from "../client-patch.ts";
import { changeClient } from "../clients.ts";
import { client, clientIn, membersOf, metadataIn, ownClientIn, shown, versionOf } from "./client-shapes.ts";

export const changeOneClient = defineOperation({
  id: "changeClient",
  method: "PATCH",
  path: "/clients/:id",
  summary: "Changes members of a client's metadata; null removes one (RFC 7396)",
  scope: "clients:write",
  needsMatch: true,
  body: z.record(z.string(), z.unknown()).meta({ description: "the members to change" }),
  answer: client,
  async handle({ params, body, by, caller, ifMatch }, deps) {
    const found = await ownClientIn(params, { by, caller }, deps);
    const members = membersOf(found);
    const metadata = metadataIn(patchedMembers(members, body), deps);
    assertWithin(caller, (metadata.scope ?? "").split(" "), "the client");
    if (!keepsSecret(secretUseOf(found), metadata)) throw new Problem("conflict", OTHER_SECRET);
    await prepareKeys(metadata, deps.keys.ensure);

    const isChanged = await changeClient(
      deps.database,
      {
        clientId: found.id,
        metadata,
        assertMeantFor(held) {
          assertNotManaged(held, "client", by);
          if (registeredItself(held)) throw new Problem("conflict", "the client manages its own registration");
          assertMatch(ifMatch, held, versionOf);
          // With `*`, every version will do; but the members that stay were read before the lock.
          if (!isDeepStrictEqual(membersOf(held), members)) throw new Problem("conflict", CHANGED_AT_ONCE);
        },
      },
      by,
    );
    if (!isChanged) throw notFound("client");
    deps.clients.forget(found.id);
    const changed = await clientIn(params, deps);
    return { body: shown(changed), version: versionOf(changed) };
  },
});

const CHANGED_AT_ONCE = "the client was changed at the same moment: send the request again";
const OTHER_SECRET = "the client would need another secret: make a new client";
