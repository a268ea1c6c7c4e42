import type { Answer } from "@countersign/admin-client";
import { field } from "../../views/fields.ts";
import type { Section } from "../../views/model.ts";
import { tableSection } from "../../views/sections.ts";
import type { Act, Submission } from "../screen.ts";
import { apiOf, roleGroups } from "./role-choices.ts";

type Roles = readonly Answer<"listRoles">["body"]["items"][number][];

/** The roles that a person or a group has, with what gives and takes them. `lead` is said where they have none. */
export function heldRolesSection(
  { held, known }: { readonly held: Roles; readonly known: Roles },
  { lead, mayChange }: { readonly lead: string; readonly mayChange: boolean },
): Section {
  const others = known.filter(({ id }) => !held.some((role) => role.id === id));
  return {
    ...tableSection("roles", "roles.title", {
      columns: ["roles.name", "roles.resource", "roles.scopes"],
      empty: { title: "roles.none_held", lead, icon: "badge-check" },
      rows: held.map((role) => ({
        cells: [{ text: role.name }, apiOf(role), { tags: role.scopes }],
        ...(mayChange && {
          buttons: [{ act: "take-role", isDanger: true, label: "roles.take", value: role.id, about: role.name }],
        }),
      })),
    }),
    ...(mayChange &&
      others.length > 0 && {
        form: {
          act: "give-role",
          submit: "roles.give",
          fields: [field("choice", "roles.role", { groups: roleGroups(others) })],
        },
      }),
  };
}

interface Holder {
  readonly needs: string;
  /** Where both acts lead. */
  readonly to: (submission: Submission) => string;
  readonly give: (submission: Submission, role: string) => Promise<{ readonly isUnchanged: boolean }>;
  readonly take: (submission: Submission, role: string) => Promise<unknown>;
  /** What is said after a role was given, where that is not as usual. */
  readonly given?: string;
}

/** What the form and the buttons of that section do. */
export const heldRoleActs = ({ needs, to, give, take, given = "role_given" }: Holder): Record<string, Act> => ({
  "give-role": {
    needs,
    async run(submission) {
      const { isUnchanged } = await give(submission, submission.form.get("role") ?? "");
      return { to: to(submission), done: given, isFinal: isUnchanged };
    },
  },
  "take-role": {
    needs,
    async run(submission) {
      await take(submission, submission.form.get("value") ?? "");
      return { to: to(submission), done: "role_taken" };
    },
  },
});
