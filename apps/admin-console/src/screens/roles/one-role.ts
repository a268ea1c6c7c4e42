/** One role: what it gives, and what can be done with it. */
import type { Answer } from "@countersign/admin-client";
import { linesIn } from "../../views/form.ts";
import type { Field, Page } from "../../views/model.ts";
import { dangerZone, deletion } from "../danger-zone.ts";
import { part } from "../list.ts";
import type { Screen, Visit } from "../screen.ts";

export const addressOfRole = (id: string): string => `/roles/${part(id)}`;

type Role = Answer<"readRole">["body"];

/** Where the role may be given, and what a change of it ends. */
export const usesField = (role?: Role): Field => ({
  name: "use",
  label: "roles.use",
  type: "choices",
  hint: "roles.organizations.hint",
  options: [
    { value: "organizations", label: "roles.organizations.yes" },
    { value: "revoke", label: "roles.revoke" },
  ],
  chosen: [
    ...(role?.in_organizations === true ? ["organizations"] : []),
    ...(role?.revoke_on_change === true ? ["revoke"] : []),
  ],
});

export const usesIn = (form: URLSearchParams) => ({
  in_organizations: form.getAll("use").includes("organizations"),
  revoke_on_change: form.getAll("use").includes("revoke"),
});

export const scopesIn = (form: URLSearchParams): string[] =>
  linesIn(form, "scopes").flatMap((line) => line.split(" ").filter(Boolean));

const placeOf = ({ params }: Pick<Visit, "params">) => ({ role: params.id ?? "" });

export const oneRole: Screen = {
  path: "/roles/:id",
  needs: "roles:read",
  async show(visit) {
    const { body, etag } = await visit.api.readRole({ path: placeOf(visit) });
    return pageOf(body, etag, visit);
  },
  acts: {
    save: {
      needs: "roles:write",
      async run(submission) {
        const { api, form, etag: ifMatch } = submission;
        const path = placeOf(submission);
        await api.changeRole({ path, body: { scopes: scopesIn(form), ...usesIn(form) }, ifMatch });
        return { to: addressOfRole(path.role), done: "saved" };
      },
    },
    remove: {
      needs: "roles:write",
      confirmation: { label: "roles.delete", warning: { key: "roles.delete.warning" } },
      async run(submission) {
        await submission.api.removeRole({ path: placeOf(submission) });
        return { to: "/roles", done: "role_deleted" };
      },
    },
  },
};

function pageOf(role: Role, etag: string | undefined, { may }: Pick<Visit, "may">): Page {
  const { is_of_service: isOfService, managed_by: owner } = role;
  // The API refuses to change what a configuration declares, or what every deployment has.
  const mayChange = may("roles:write") && owner === null && !isOfService;
  return {
    id: "role",
    title: { text: role.name },
    crumbs: [{ href: "/roles", label: "roles.title" }],
    ...(isOfService && { lead: { key: "roles.of_service" } }),
    ...(owner !== null && { lock: { key: "managed_by.role", values: { name: owner } } }),
    sections: [
      {
        id: "facts",
        title: "roles.role",
        facts: [
          { label: "roles.resource", value: { text: role.resource, isCode: true } },
          { label: "roles.scopes", value: { tags: role.scopes } },
          { label: "roles.organizations", value: { word: role.in_organizations ? "yes" : "no" } },
          { label: "roles.revokes", value: { word: role.revoke_on_change ? "yes" : "no" } },
        ],
      },
      ...(mayChange
        ? [
            {
              id: "change",
              title: "roles.change",
              form: {
                act: "save",
                submit: "save",
                etag,
                fields: [
                  {
                    ...{ name: "scopes", label: "roles.scopes", type: "lines" as const, hint: "roles.scopes.hint" },
                    ...{ value: role.scopes.join("\n"), isRequired: true },
                  },
                  usesField(role),
                ],
              },
            },
            dangerZone(deletion("remove", "roles.delete")),
          ]
        : []),
    ],
  };
}
