/** What the service has as a configuration file: shown, or saved as a file. */
import type { Answer } from "@countersign/admin-client";
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { Refusal } from "../../errors.ts";
import { neededText } from "../../views/fields.ts";
import type { Section } from "../../views/model.ts";
import { tableSection } from "../../views/sections.ts";
import { againIfEnded, arrive } from "../handling/arrival.ts";
import { asked } from "../lists/list.ts";
import { sendFile } from "../lists/send-file.ts";
import type { Act, Visit } from "../screen.ts";
import { hiddenSections, sectionWord } from "./configuration-hidden.ts";

const PATH = "/settings/configuration";
const NEEDS = "settings:read";
const LONGEST_NAME = 100;
const NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** The part of the page that has the export. */
export const EXPORT = `${PATH}?tab=export`;

const exported = ({ api }: Pick<Visit, "api">, name: string) => api.exportConfiguration({ query: { name } });

/** The name in the address, if a configuration can have it. */
const nameAsked = (visit: Visit) => [asked(visit, "name")].find((name) => name !== undefined && NAME.test(name));

/** A name, and the file of the name that was asked for. */
export async function exportSections(visit: Visit): Promise<readonly Section[]> {
  const name = nameAsked(visit);
  const body = name === undefined ? undefined : (await exported(visit, name)).body;
  return [exportForm(name), ...(body === undefined ? [] : shownSections(name ?? "", body))];
}

const exportForm = (name: string | undefined): Section => ({
  id: "export-section",
  title: "configuration.export",
  lead: { key: "configuration.export.lead" },
  form: {
    ...{ act: "download", submit: "configuration.download" },
    also: { act: "show-export", label: "configuration.show_export" },
    fields: [
      neededText("configuration.name", LONGEST_NAME, {
        ...{ hasHint: true, autocomplete: "off" },
        ...(name !== undefined && { value: name }),
      }),
    ],
  },
});

/** The file, and what it does not have. */
function shownSections(name: string, { configuration: text, omissions, hidden }: Exported): readonly Section[] {
  const code = { title: fileOf(name), text };
  const left = tableSection("left-out", "configuration.left_out", {
    columns: ["configuration.section", "configuration.what", "configuration.why"],
    rows: omissions.map(({ code, section, key, managed_by: owner }) => ({
      cells: [
        sectionWord(section),
        { text: key },
        { say: { key: `configuration.left_out.${code}`, values: { name: owner ?? "" } } },
      ],
    })),
  });
  return [
    { id: "exported", title: "configuration.text", code },
    ...(omissions.length === 0 ? [] : [left]),
    ...hiddenSections(hidden),
  ];
}

type Exported = Answer<"exportConfiguration">["body"];

const fileOf = (name: string) => `${name}.yaml`;

/** Leads to what has the name. A name that the API refuses is said on the page of the form. */
const leadingTo = (addressOf: (query: URLSearchParams) => string): Act => ({
  needs: NEEDS,
  async run({ api, form }) {
    const name = form.get("name")?.trim() ?? "";
    await exported({ api }, name);
    return { to: addressOf(new URLSearchParams({ name })) };
  },
});

export const exportActs: Readonly<Record<string, Act>> = {
  "show-export": leadingTo((name) => `${EXPORT}&${name}`),
  download: leadingTo((name) => `${PATH}/export?${name}`),
};

export const downloadConfiguration =
  (deps: Dependencies): Handler =>
  async (call) => {
    const arrived = await arrive({ needs: NEEDS }, call, deps);
    if (arrived === undefined) return;
    const name = nameAsked(arrived.visit);
    if (name === undefined) throw new Refusal("not_found", "no configuration can have this name");
    const answer = await exported(arrived.visit, name).catch((err: unknown) => againIfEnded(err, call, deps));
    if (answer === undefined) return;
    const type = "application/yaml; charset=utf-8";
    await sendFile(call, { name: fileOf(name), type, text: [answer.body.configuration] });
  };
