/** The trial of a provider: what was checked, in the order in which it is, and what came of each. */
import type { Answer } from "@countersign/admin-client";
import type { Check, Section } from "../../views/model.ts";

export type Tried = Answer<"testProvider">["body"];
type Problem = Tried["problems"][number];

/** Without an answer, or without metadata, nothing after it can be checked. */
const FIRST = ["no_answer", "no_metadata"] as const satisfies readonly Problem[];
const AFTER = [
  ...(["other_issuer", "no_code_flow", "no_endpoint", "no_pkce"] as const),
  ...(["no_client_authentication", "no_keys"] as const),
] as const satisfies readonly Problem[];

/** @param isPreset whether it has no metadata, so that only its answer is checked */
export function triedSection({ works, problems }: Tried, isPreset: boolean): Section {
  const end = FIRST.findIndex((problem) => problems.includes(problem));
  const checked: readonly Problem[] = isPreset ? ["no_answer"] : [...FIRST, ...AFTER];
  return {
    id: "tried",
    title: works ? "providers.works" : "providers.works_not",
    lead: { key: works ? "providers.works.lead" : "providers.works_not.lead" },
    checks: checked.map((problem, at) => checkOf(problem, end >= 0 && at > end ? "skipped" : problems)),
  };
}

function checkOf(problem: Problem, problems: readonly Problem[] | "skipped"): Check {
  const isFailed = problems !== "skipped" && problems.includes(problem);
  const outcome = problems === "skipped" ? problems : isFailed ? "failed" : "passed";
  return {
    title: { key: `providers.check.${problem}` },
    ...(isFailed && { lead: { key: `providers.problem.${problem}` } }),
    isDone: outcome === "passed",
    outcome,
  };
}
