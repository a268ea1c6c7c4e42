/** The tab of an application that says why its requests were refused. */
import type { Answer } from "@countersign/admin-client";
import { readRemedy } from "@countersign/rules";
import type { Cell, Link, Section } from "../../views/model.ts";
import { emptyOf, tableSection } from "../../views/sections.ts";

export type Refusals = Answer<"readClientRefusals">["body"]["items"];

export const refusalsSection = (refusals: Refusals, links: readonly Link[]): Section => ({
  ...tableSection("refusals", "refusals.title", {
    columns: ["refusals.last", "refusals.times", "refusals.wrong", "refusals.remedy", "refusals.asked"],
    empty: emptyOf("refusals.empty", "check"),
    rows: refusals.map(({ endpoint, error, error_description, detail, remedy, times, last_at, ...sent }) => ({
      cells: [
        { at: last_at },
        { count: times },
        { text: `${endpoint}: ${error}: ${error_description}${detail === null ? "" : ` [${detail}]`}` },
        remedyCell(remedy),
        { pairs: sent.parameter_names.map((name) => [name, sent.parameters[name] ?? "…"] as const) },
      ],
    })),
  }),
  lead: { key: "refusals.lead" },
  links,
});

/** What another version of the API says is shown as it is. */
function remedyCell(text: string | null): Cell {
  const remedy = text === null ? undefined : readRemedy(text);
  if (remedy === undefined) return { text };
  return { say: { key: `remedy.${remedy.name}`, values: { method: remedy.method } } };
}
