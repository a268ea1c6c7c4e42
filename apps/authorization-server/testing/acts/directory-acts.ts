/** Every act of the directory of an organization, and on its tokens, in an order in which each changes something. */
import type { Database } from "@countersign/database";
import { hashSecret, newSecret } from "@countersign/rules";
import { addOrganization } from "../../src/administration/organizations/organizations.ts";
import { addScimGroup, changeScimGroup, removeScimGroup } from "../../src/administration/scim/scim-groups.ts";
import { removeScimUser } from "../../src/administration/scim/scim-removal.ts";
import { addScimToken, revokeScimToken } from "../../src/administration/scim/scim-tokens.ts";
import { addScimUser, changeScimUser } from "../../src/administration/scim/scim-users.ts";
import type { By } from "../../src/platform/stores/audit/audit-events.ts";

/** @param name one that no other call has */
export async function allDirectoryActs(database: Pick<Database, "pool" | "prisma">, name: string, by: By) {
  const slug = `d${name}`.slice(0, 40);
  const organizationId = (await addOrganization(database, { slug, name: "Directory" }, by)) ?? "";
  const token = { organizationId, tokenHash: hashSecret(newSecret()), note: "", expiresAt: by.at };
  const id = (await addScimToken(database, token, by)) ?? "";
  await revokeScimToken(database, { organizationId, id }, by);

  const [directory, assertMeantFor] = [{ organizationId, administration: "https://api.example" }, () => {}];
  const user = await addScimUser(database, directory, { userName: slug, nickName: "D" }, by);
  const deactivate = { id: user, change: (present: object) => ({ ...present, active: false }), assertMeantFor };
  await changeScimUser(database, directory, deactivate, by);
  const members = [{ kind: "add", ids: [user] }] as const;
  const group = await addScimGroup(database, directory, { group: { displayName: "Guides" }, members }, by);
  const rename = { id: group, change: () => ({ group: { displayName: "Leaders" }, members: [] }), assertMeantFor };
  await changeScimGroup(database, directory, rename, by);
  await removeScimGroup(database, directory, { id: group, assertMeantFor }, by);
  await removeScimUser(database, directory, { id: user, graceDays: 7, assertMeantFor }, by);
}
