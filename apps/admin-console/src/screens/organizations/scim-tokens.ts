/** The tokens with which the directory of an organization calls SCIM. */
import { choiceField, field } from "../../views/fields.ts";
import type { Form, Page } from "../../views/model.ts";
import { emptyOf, tableSection } from "../../views/sections.ts";
import type { Screen, Visit } from "../screen.ts";
import { addressOf, crumbsTo, placeOf } from "./organization-tabs.ts";

/** The lifetimes of tokens that are offered, in days. */
const LIFETIMES = ["365", "180", "90"];

export const scimTokens: Screen = {
  path: "/organizations/:organization/scim",
  needs: "organizations:read",
  show: (visit) => pageOf(visit),
  acts: {
    add: {
      needs: "organizations:write",
      async run(submission) {
        const { api, form, once } = submission;
        const body = { note: form.get("note")?.trim() ?? "", lifetime_days: Number(form.get("lifetime")) };
        const added = await api.addOrganizationScimToken({ path: placeOf(submission), body, idempotencyKey: once });
        return { page: await pageOf(submission, added.body.token) };
      },
    },
    revoke: {
      needs: "organizations:write",
      confirmation: { label: "scim.revoke", warning: { key: "scim.revoke.warning" } },
      async run(submission) {
        const { api, form } = submission;
        const path = { ...placeOf(submission), token: form.get("value") ?? "" };
        await api.revokeOrganizationScimToken({ path });
        return { to: `${addressOf(submission)}/scim`, done: "scim_token_revoked" };
      },
    },
  },
};

/** @param token a new token, which is shown now and never again */
async function pageOf(visit: Visit, token?: string): Promise<Page> {
  const { api, may, organization } = visit;
  const path = placeOf(visit);
  const [one, { body }] = await Promise.all([api.readOrganization({ path }), api.listOrganizationScimTokens({ path })]);
  const mayWrite = may("organizations:write");
  return {
    id: "scim-tokens",
    title: { key: "scim.title", values: { name: one.body.name } },
    lead: { key: "scim.lead" },
    ...(token !== undefined && { secret: { label: "scim.token_once", value: token } }),
    crumbs: crumbsTo(visit, one.body.name),
    sections: [
      {
        ...tableSection("tokens", "scim.tokens", {
          columns: ["scim.note", "created", "scim.expires"],
          empty: emptyOf("scim.empty", "key-round"),
          rows: body.items.map(({ id, note, created_at, expires_at }) => ({
            cells: [{ text: note }, { at: created_at }, { at: expires_at }],
            ...(mayWrite && {
              buttons: [{ act: "revoke", isDanger: true, label: "scim.revoke", value: id, about: note }],
            }),
          })),
        }),
        // A directory creates accounts in the deployment, so only its administrators give tokens.
        ...(mayWrite && organization === null && { form: NEW_TOKEN }),
      },
    ],
  };
}

const NEW_TOKEN: Form = {
  act: "add",
  submit: "scim.add",
  fields: [field("text", "scim.note", { hasHint: true, maxLength: 200 }), choiceField("scim.lifetime", LIFETIMES)],
};
