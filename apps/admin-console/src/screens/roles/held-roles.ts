import type { Answer } from "@countersign/admin-client";
import type { Section } from "../../views/model.ts";

type Roles = readonly Answer<"listRoles">["body"]["items"][number][];

/** The roles that a person or a group has, with what gives and takes them. */
export function heldRolesSection(
  { held, known }: { readonly held: Roles; readonly known: Roles },
  { empty, mayChange }: { readonly empty: string; readonly mayChange: boolean },
): Section {
  const others = known.filter(({ id }) => !held.some((role) => role.id === id));
  const options = others.map(({ id, name, resource }) => ({ value: id, text: `${name} (${resource})` }));
  return {
    id: "roles",
    title: "roles.title",
    table: {
      id: "roles-table",
      columns: ["roles.name", "roles.resource", "roles.scopes"],
      empty,
      rows: held.map((role) => ({
        cells: [{ text: role.name }, { text: role.resource }, { tags: role.scopes }],
        ...(mayChange && { buttons: [{ act: "take-role", label: "roles.take", value: role.id, about: role.name }] }),
      })),
    },
    ...(mayChange &&
      options.length > 0 && {
        form: {
          act: "give-role",
          submit: "roles.give",
          fields: [{ name: "role", label: "roles.role", type: "choice" as const, options }],
        },
      }),
  };
}
