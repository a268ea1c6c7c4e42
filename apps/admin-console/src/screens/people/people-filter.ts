/** The filters of the list of people. What the API would refuse is left out. */
import { choiceField, field } from "../../views/fields.ts";
import type { Field } from "../../views/model.ts";
import { dayField, startAsked } from "../lists/days.ts";
import { asked, pageAsked } from "../lists/list.ts";
import { type NamedRole, roleGroups } from "../roles/role-choices.ts";
import type { Visit } from "../screen.ts";

const CHOICES = {
  status: ["enabled", "disabled"],
  factor: ["passkey", "authenticator_app", "none"],
  sort: ["username", "-created_at"],
} as const;

const chosen = <Name extends keyof typeof CHOICES>(visit: Visit, name: Name) =>
  CHOICES[name].find((one) => one === asked(visit, name)) as (typeof CHOICES)[Name][number] | undefined;

/** The query of the API, the fields that the person fills in, and the roles that there are. */
export async function peopleFilter(visit: Visit) {
  const roles = visit.may("roles:read") ? (await visit.api.listRoles({ query: { limit: 200 } })).body.items : [];
  const [q, since] = [asked(visit, "q"), startAsked(visit, "created_after")];
  const [status, factor, sort] = [chosen(visit, "status"), chosen(visit, "factor"), chosen(visit, "sort")];
  const role = roles.find(({ id }) => id === asked(visit, "role"))?.id;
  const query = {
    ...(q && { q }),
    ...(status && { status }),
    ...(role && { role }),
    ...(factor && { factor }),
    ...(since && { created_after: since }),
    ...(sort && { sort }),
    ...pageAsked(visit),
  };
  const fields: readonly Field[] = [
    field("search", "people.q", { value: q, maxLength: 200 }),
    choiceField("status", CHOICES.status, { value: status, none: "status.any" }),
    ...(roles.length === 0 ? [] : [roleField(roles, role)]),
    choiceField("people.factor", CHOICES.factor, { value: factor, none: "people.factor.any" }),
    dayField(visit, "people.created_after"),
  ];
  return { query, fields, roles };
}

const roleField = (roles: readonly NamedRole[], role: string | undefined): Field => ({
  ...{ name: "role", label: "roles.role", type: "choice", value: role },
  options: [{ value: "", label: "people.role.any" }],
  groups: roleGroups(roles),
});
