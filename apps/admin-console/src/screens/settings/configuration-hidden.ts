import type { Answer } from "@countersign/admin-client";
import type { Section } from "../../views/model.ts";
import { tableSection } from "../../views/sections.ts";

/** The sections of a file that the person may not see. */
export const hiddenSections = (hidden: Answer<"planConfiguration">["body"]["hidden"]): readonly Section[] =>
  hidden.length === 0
    ? []
    : [
        {
          ...tableSection("hidden", "configuration.hidden", {
            columns: ["configuration.what", "configuration.scope"],
            rows: hidden.map(({ section, scope }) => ({ cells: [{ text: section }, { text: scope, isCode: true }] })),
          }),
          lead: { key: "configuration.hidden.lead" },
        },
      ];
