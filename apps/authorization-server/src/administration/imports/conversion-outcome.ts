/** What a conversion says of each person, for a report. It names members and no value of them but the external id. */

import { BY_LINK, type Converted, type ConvertedPerson } from "./convert/converted.ts";
import type { PersonOutcome } from "./outcomes.ts";

/** @param line the number of the line that was written, if one was */
export function conversionOutcome(one: Converted, line: number): PersonOutcome {
  if ("skipped" in one) {
    const { externalId, skipped } = one;
    return {
      ...(externalId !== undefined && { external_id: externalId }),
      ...{ result: "left out", taken: [], changed: [], not_taken: [`the user: ${skipped}`] },
    };
  }
  return {
    line,
    external_id: String(one.line.external_id),
    result: "converted",
    taken: Object.entries(one.line).flatMap(takenOf),
    changed: one.changed,
    not_taken: hasWordOfPassword(one) ? one.left : [...one.left, `password: the export has none; ${BY_LINK}`],
  };
}

function takenOf([name, value]: readonly [string, unknown]): readonly string[] {
  if (name === "claims") return Object.keys(value as object);
  if (name === "password_hash") return ["password"];
  return name === "external_id" || name === "user_handle" ? [] : [name];
}

const hasWordOfPassword = ({ line, left }: ConvertedPerson): boolean =>
  line.password_hash !== undefined || left.some((what) => what.startsWith("password:"));
