/** Resource servers in a configuration file: their section follows from their declaration. */
import { statementsOf } from "../../../platform/records/records.ts";
import { resourceServers as entity } from "../../resource-servers/entity.ts";
import { removeResourceServer, usesOf } from "../../resource-servers/resource-servers.ts";
import { KEPT_AS_A_WHOLE } from "../../roles/kept-role.ts";
import { refusal } from "../refusal.ts";
import { entityKind } from "./entity-kind.ts";
import { assertDone, type Entry, type Kind } from "./kind.ts";

export const resourceServers: Kind<Entry> = {
  ...entityKind(entity),

  async remove(to, { resource }, by) {
    const identifier = String(resource);
    // The roles that are left would be deleted with it.
    const { roles, clients } = await usesOf(statementsOf(to), identifier);
    if (roles > 0) throw refusal(`${identifier} has roles that this configuration does not manage: remove them first`);
    if (clients > 0)
      throw refusal(`${identifier} has clients that this configuration does not manage: change them first`);
    const isRemoved = await removeResourceServer(to, identifier, by, KEPT_AS_A_WHOLE);
    assertDone(isRemoved, `there is no resource server ${identifier}`);
  },
};
