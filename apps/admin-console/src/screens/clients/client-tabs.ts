/** The parts of the page of an application: which there are for the person who asks, and their addresses. */
import type { Answer } from "@countersign/admin-client";
import type { Tab } from "../../views/model.ts";
import type { Visit } from "../screen.ts";
import { addressOf, kindOf } from "./client.ts";
import { hasSignIn } from "./setup/try-sign-in.ts";

type Client = Answer<"readClient">["body"];

const TABS = [
  ...(["quickstart", "settings", "translations", "credentials", "users", "sessions"] as const),
  ...(["compatibility", "advanced", "activity", "try"] as const),
] as const;
export type ClientTab = (typeof TABS)[number];

/** What the parts about people need. A program has none of them. */
const NEEDED = { users: "people:read", sessions: "sessions:read" } as const;

/** The API refuses to change what a configuration declares: it is changed there. */
export const mayChange = ({ managed_by: owner }: Client, { may }: Pick<Visit, "may">): boolean =>
  may("clients:write") && owner === null;

const hasTab = (tab: ClientTab, client: Client, { may }: Pick<Visit, "may">): boolean => {
  if (tab === "try") return may("clients:write") && hasSignIn(client);
  if (tab === "translations") return mayChange(client, { may }) && kindOf(client) !== "machine";
  if (tab === "users" || tab === "sessions") return may(NEEDED[tab]) && kindOf(client) !== "machine";
  return true;
};

/** The part of the page that is asked for. */
export const tabOf = (client: Client, { may, query }: Pick<Visit, "may" | "query">): ClientTab =>
  TABS.find((tab) => tab === query.get("tab") && hasTab(tab, client, { may })) ?? "quickstart";

/**
 * The parts.
 *
 * @param counts how many of something parts have
 */
export const tabsOf = (
  client: Client,
  visit: Pick<Visit, "may" | "query">,
  counts: { readonly [Name in ClientTab]?: number },
): readonly Tab[] =>
  TABS.filter((tab) => hasTab(tab, client, visit)).map((tab) => ({
    href: `${addressOf(client.client_id)}${tab === "quickstart" ? "" : `?tab=${tab}`}`,
    label: `clients.tab.${tab}`,
    isHere: tab === tabOf(client, visit),
    count: counts[tab],
  }));
