import type { Answer } from "@countersign/admin-client";
import type { Section } from "../../views/model.ts";
import { apiOf, roleGroups } from "./role-choices.ts";

type Roles = readonly Answer<"listRoles">["body"]["items"][number][];

/** The roles that a person or a group has, with what gives and takes them. */
export function heldRolesSection(
  { held, known }: { readonly held: Roles; readonly known: Roles },
  { empty, mayChange }: { readonly empty: string; readonly mayChange: boolean },
): Section {
  const others = known.filter(({ id }) => !held.some((role) => role.id === id));
  return {
    id: "roles",
    title: "roles.title",
    table: {
      id: "roles-table",
      columns: ["roles.name", "roles.resource", "roles.scopes"],
      empty,
      rows: held.map((role) => ({
        cells: [{ text: role.name }, apiOf(role), { tags: role.scopes }],
        ...(mayChange && {
          buttons: [{ act: "take-role", isDanger: true, label: "roles.take", value: role.id, about: role.name }],
        }),
      })),
    },
    ...(mayChange &&
      others.length > 0 && {
        form: {
          act: "give-role",
          submit: "roles.give",
          fields: [{ name: "role", label: "roles.role", type: "choice" as const, groups: roleGroups(others) }],
        },
      }),
  };
}
