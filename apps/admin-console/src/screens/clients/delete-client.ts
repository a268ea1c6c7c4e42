import { Refusal } from "../../errors.ts";
import type { Screen, Visit } from "../screen.ts";
import { addressOf } from "./client-address.ts";

const placeOf = ({ params }: Pick<Visit, "params">) => ({ id: params.id ?? "" });

/** Says what a deletion does, and asks for the client_id. */
export const clientDeletion: Screen = {
  path: "/clients/:id/delete",
  needs: "clients:write",
  async show(visit) {
    const { body, etag } = await visit.api.readClient({ path: placeOf(visit) });
    return {
      id: "delete-client",
      title: { key: "clients.delete.title", values: { name: body.client_name } },
      crumbs: [
        { href: "/clients", label: "clients.title" },
        { href: addressOf(body.client_id), label: "clients.back" },
      ],
      warning: { key: "clients.delete.warning" },
      sections: [
        {
          id: "consequences",
          title: "clients.delete",
          facts: [{ label: "clients.id", value: { text: body.client_id, isCode: true } }],
          form: {
            act: "delete",
            submit: "clients.delete",
            isDanger: true,
            etag,
            fields: [{ name: "client_id", label: "clients.delete.type", type: "text", isRequired: true }],
          },
        },
      ],
    };
  },
  acts: {
    delete: {
      needs: "clients:write",
      async run(submission) {
        const { api, form, etag } = submission;
        const path = placeOf(submission);
        if (form.get("client_id")?.trim() !== path.id) throw new Refusal("not_confirmed", "another client_id");
        await api.deleteClient({ path, ifMatch: etag });
        return { to: "/clients", done: "client_deleted" };
      },
    },
  },
};
