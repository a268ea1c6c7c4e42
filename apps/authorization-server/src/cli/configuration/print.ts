/** A plan in words. */
import type { MadeSecret } from "../../administration/configuration/apply.ts";
import type { Change, Difference, FieldChange } from "../../administration/configuration/changes.ts";
import { KINDS } from "../../administration/configuration/kinds/kinds.ts";
import { printable } from "../command/report.ts";

const SIGNS = { create: "+", change: "~", adopt: "^", remove: "-" } as const;

/** What will be done, by field, and what is left as it is. */
export function planInWords({ changes, left }: Pick<Difference, "changes" | "left">): string {
  const stays = left.map((one) => `! ${named(one)} is not declared, and stays: --prune removes it`);
  const blocks = [...changes.map(changeInWords), ...stays];
  return [...blocks, summary(changes)].join("\n");
}

function changeInWords(change: Change): string {
  const fields = change.fields.map((field) => `    ${fieldInWords(field)}`);
  return [`${SIGNS[change.act]} ${change.act} ${named(change)}`, ...fields].join("\n");
}

function fieldInWords({ field, before, after }: FieldChange): string {
  const values = [before, after].filter((value) => value !== undefined).map((value) => JSON.stringify(value));
  return printable(`${field}: ${values.join(" -> ")}`);
}

/** A secret that was made: it is shown this once. */
export const secretInWords = ({ secret, ...one }: MadeSecret) => `The secret of the ${named(one)}: ${secret}`;

const named = ({ section, key }: Readonly<Record<"section" | "key", string>>) =>
  printable(`${KINDS.find((kind) => kind.section === section)?.noun} ${key}`);

function summary(changes: readonly Change[]): string {
  const counts = (["create", "change", "adopt", "remove"] as const).map(
    (act) => `${changes.filter((change) => change.act === act).length} to ${act}`,
  );
  return `${counts.join(", ")}.`;
}
