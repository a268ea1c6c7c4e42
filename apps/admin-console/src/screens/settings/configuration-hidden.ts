import type { Answer } from "@countersign/admin-client";
import type { Cell, Section } from "../../views/model.ts";
import { tableSection } from "../../views/sections.ts";

/** A section of a file in words, with its name in the file as a title. */
export const sectionWord = (section: string): Cell => ({ word: `${section}.title`, or: section });

/** The sections of a file that the person may not see. */
export const hiddenSections = (hidden: Answer<"planConfiguration">["body"]["hidden"]): readonly Section[] =>
  hidden.length === 0
    ? []
    : [
        {
          ...tableSection("hidden", "configuration.hidden", {
            columns: ["configuration.section", "configuration.scope"],
            rows: hidden.map(({ section, scope }) => ({
              cells: [sectionWord(section), { text: scope, isCode: true }],
            })),
          }),
          lead: { key: "configuration.hidden.lead" },
        },
      ];
