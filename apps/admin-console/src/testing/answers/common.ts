/** What answers of several nouns have in common. */
import { ENTITIES } from "@countersign/admin-client";
import type { EntityField } from "../../screens/settings/entities/entity.ts";

export const AT = "2030-01-01T10:00:00.000Z";
export const ID = "00000000-0000-4000-8000-000000000001";

/** One of an entity. Of some values it has the first one. The reason of a failure is one of ours. */
export function itemOf({ fields }: { readonly fields: readonly EntityField[] }, text: string) {
  const values: Readonly<Record<EntityField["kind"], unknown>> = {
    ...{ text, url: text, lines: [text], number: 60, switch: true, time: AT, choice: undefined },
    ...{ choices: [text], pairs: { [text]: text }, json: null },
  };
  const sampled = ({ name, kind, values: words }: EntityField) =>
    name === "failure" ? "gone" : (kind === "choice" && words?.[0]) || values[kind];
  const shown = fields.filter(({ as }) => as !== "once").map((field) => [field.name, sampled(field)] as const);
  return { ...Object.fromEntries(shown), id: ID, managed_by: null };
}

/** A page of a list, with one item. */
export const onePage = (item: unknown) => ({ items: [item], next_cursor: "next" });

export const roleWith = (text: string) => ({ ...itemOf(ENTITIES.roles, text), is_of_service: false });

export const invitationWith = (text: string) => ({
  ...{ id: ID, email: text, created_at: AT, expires_at: AT, roles: [ID] },
  invited_by: { actor: "administrator", actor_id: ID },
});
