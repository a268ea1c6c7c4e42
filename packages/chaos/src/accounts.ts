/** Counts the accounts of the people who signed up, in the database itself. */
import { ask } from "@countersign/dev/test-postgres-pair";
import { type History, nameOf } from "./history/history.ts";
import { DATABASE } from "./topology/environments.ts";
import type { Topology } from "./topology/topology.ts";
import { until } from "./topology/until.ts";

const COUNTS = `
  SELECT email_canonical AS address, count(*)::int AS accounts
    FROM end_user WHERE email_canonical LIKE 'traffic-%' GROUP BY 1`;

export async function countAccounts({ postgres }: Topology, history: History): Promise<void> {
  const url = new URL(postgres.superuser);
  url.pathname = `/${DATABASE}`;
  const at = history.now();
  let counted: { readonly address: string; readonly accounts: number }[] = [];
  await until(async () => {
    counted = (await ask(url.href, COUNTS)) as typeof counted;
    return true;
  });
  for (const { address, accounts } of counted)
    history.add({ address: nameOf(address), accounts, at, end: history.now() });
}
