/** The part of the page of an application about the users who gave it access. */
import type { Answer } from "@countersign/admin-client";
import type { Section } from "../../../views/model.ts";
import { listSection } from "../../../views/sections.ts";
import { part } from "../../lists/list.ts";
import type { Act } from "../../screen.ts";
import { addressOf } from "../client.ts";

export type Consents = Answer<"listConsentsOfClient">["body"];

/** Who gave access, to what, and since when; for who may, with a button that ends it. */
export const consentsSection = ({ items }: Consents, mayWithdraw: boolean): Section =>
  listSection("consents", "consents.users", {
    leadsElsewhere: true,
    columns: ["people.user", "consents.resource", "consents.granted", "consents.since"],
    empty: { title: "consents.users.empty", lead: "consents.users.empty.lead", icon: "users-round" },
    rows: items.map((consent) => ({
      cells: [
        { text: consent.username, href: `/people/${part(consent.user_id)}` },
        { text: consent.resource_name },
        { tags: [...consent.scopes, ...consent.claims] },
        { at: consent.updated_at },
      ],
      ...(mayWithdraw && {
        buttons: [
          {
            ...{ act: "withdraw-consents", isDanger: true, label: "consents.withdraw" },
            ...{ value: consent.user_id, about: consent.username },
          },
        ],
      }),
    })),
  });

/** Ends the access of the application to one user, at every API. */
export const withdrawConsents: Act = {
  needs: "people:write",
  async run({ api, params, form }) {
    const client = params.id ?? "";
    await api.withdrawConsents({ path: { id: form.get("value") ?? "", client } });
    return { to: `${addressOf(client)}?tab=users`, done: "consents_withdrawn" };
  },
};
