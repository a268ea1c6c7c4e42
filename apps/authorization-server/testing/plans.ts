/** The plans of the statements that something runs, as PostgreSQL explains them. */
import type { World } from "./world.ts";

export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (plan: PlanNode): readonly PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The nodes of the plan of each statement that is run. */
export async function plannedNodes(
  world: World,
  run: (database: Pick<World["database"], "pool">) => Promise<unknown>,
): Promise<readonly PlanNode[]> {
  const sent: { text: string; values: unknown[] }[] = [];
  const query = (text: string, values: unknown[]) => {
    sent.push({ text, values });
    return world.database.pool.query(text, values);
  };
  await run({ pool: { query } as unknown as World["database"]["pool"] });
  const rows = await Promise.all(sent.map(({ text, values }) => world.rows(`EXPLAIN (FORMAT JSON) ${text}`, values)));
  return rows
    .flatMap(([row]) => (row?.["QUERY PLAN"] ?? []) as { Plan: PlanNode }[])
    .flatMap(({ Plan }) => nodesOf(Plan));
}
