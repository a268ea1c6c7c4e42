/** Acts upon the applications that are chosen in the list, or upon one of them by the menu of its row. */
import type { Answer } from "@countersign/admin-client";
import type { Button } from "../../views/model.ts";
import { clientNames } from "../audit/names.ts";
import { DISABLE, ENABLE } from "../head.ts";
import { namedFacts } from "../lists/chosen-rows.ts";
import { type ListOf, severalAct, uponChosen } from "../lists/several.ts";
import type { Act, Visit } from "../screen.ts";
import { addressOf } from "./client.ts";

type Listed = Answer<"listClients">["body"]["items"][number];

const CLIENTS: ListOf = {
  to: () => "/clients",
  crumbs: () => [{ href: "/clients", label: "clients.title" }],
  address: (_, id) => addressOf(id),
  of: { column: "clients.name", names: namesOf },
};

const needs = "clients:write";

export const CLIENT_BULK = {
  acts: [ENABLE, DISABLE] satisfies readonly Button[],
};

/** The button of a row: the one of the two that changes something. */
export const switchOf = ({ client_id: value, client_name: about, status }: Listed): Button => ({
  ...(status === "enabled" ? DISABLE : ENABLE),
  ...{ value, about },
});

/** How these are called. One that is gone, or that the person may not read, is called by its id. */
async function namesOf(visit: Visit, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = await clientNames(ids, visit);
  return new Map(ids.map((id) => [id, names.get(id) ?? id]));
}

const facts = namedFacts("clients.title", namesOf);

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
