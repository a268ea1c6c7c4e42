/** Acts upon the applications that are chosen in the list, or upon one of them. */
import type { Button } from "../../views/model.ts";
import { DISABLE, ENABLE } from "../head.ts";
import { chosenIn, type ListOf, severalAct, uponChosen } from "../lists/several.ts";
import type { Act, Submission } from "../screen.ts";
import { addressOf } from "./client.ts";

const CLIENTS: ListOf = {
  to: () => "/clients",
  crumbs: () => [{ href: "/clients", label: "clients.title" }],
  address: (_, id) => addressOf(id),
  // The id of an application is known to who administers it.
  of: { column: "clients.name", names: async () => new Map() },
};

const needs = "clients:write";

export const CLIENT_BULK = {
  acts: [ENABLE, DISABLE] satisfies readonly Button[],
};

/** How many are chosen, and which. */
async function facts(submission: Submission) {
  const ids = chosenIn(submission);
  return [
    { label: "bulk.count", value: { count: ids.length } },
    { label: "clients.title", value: { tags: ids } },
  ];
}

export const manyClientActs: Readonly<Record<string, Act>> = {
  disable: severalAct(CLIENTS, {
    ...{ needs, done: { one: "one_client_disabled", several: "clients_disabled" } },
    confirmation: {
      ...{ label: "disable", title: "clients.many.disable", warning: { key: "clients.many.disable.warning" }, facts },
      ofOne: { label: "disable", warning: { key: "clients.disable.warning" } },
    },
    run: (submission) => submission.api.disableClients(uponChosen(submission)),
  }),
  enable: severalAct(CLIENTS, {
    ...{ needs, done: { one: "one_client_enabled", several: "clients_enabled" } },
    run: (submission) => submission.api.enableClients(uponChosen(submission)),
  }),
};
