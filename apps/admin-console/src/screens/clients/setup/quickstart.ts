/** The first part of the page of an application: how its program signs people in, with the values filled in. */
import {
  environmentOf,
  filledIn,
  QUICKSTARTS,
  type Quickstart,
  readQuickstarts,
  type Values,
} from "../../../quickstarts/quickstarts.ts";
import type { Section, Step } from "../../../views/model.ts";
import type { Visit } from "../../screen.ts";

const PAGES = readQuickstarts();

/** @param address of the page of the application */
export function quickstartSection(
  values: Values,
  { query }: Pick<Visit, "query">,
  address: string,
): readonly Section[] {
  const known = QUICKSTARTS[values.kind];
  const here = known.find(({ name }) => name === query.get("with")) ?? known[0];
  const quickstart = here && PAGES.get(here.name);
  if (here === undefined || quickstart === undefined) return [];
  return [
    {
      id: "quickstart",
      title: values.kind === "machine" ? "quickstart.machine" : "quickstart.title",
      lead: { key: "quickstart.lead" },
      choices: known.map(({ name, title }) => ({
        href: `${address}?with=${encodeURIComponent(name)}`,
        label: title,
        isHere: name === here.name,
      })),
      steps: stepsOf(quickstart, values),
    },
  ];
}

/** Of more files than these, those after the first are behind their names. */
const MOST_OPEN = 2;

function stepsOf({ blocks, redirectUri }: Quickstart, values: Values): readonly Step[] {
  const texts = blocks.map(({ text, ...block }) => ({ ...block, text: filledIn(text, values) }));
  const commands = texts.filter(({ file }) => file === "" || file === "Terminal");
  const files = texts.filter(({ file }) => file !== "" && file !== "Terminal");
  const readsVariables = texts.some(({ text }) =>
    /process\.env|os\.environ|Getenv|env::var|\$\{?[A-Z_]{4,}/.test(text),
  );
  const address = redirectUri && filledIn(redirectUri, values);
  return [
    ...(address === undefined || address === values.redirectUri
      ? []
      : [{ title: { key: "quickstart.redirect_uri" }, code: { title: "redirect_uri", text: address } }]),
    ...(readsVariables
      ? [
          {
            title: { key: "quickstart.variables" },
            lead: { key: "quickstart.variables.lead" },
            code: { title: ".env", text: environmentOf(values), language: "properties" },
          },
        ]
      : []),
    ...commands.map(({ file, text, language }) => ({
      title: { key: file === "Terminal" ? "quickstart.run" : "quickstart.install" },
      code: { title: "Terminal", text, language },
    })),
    ...files.map(({ file, text, language }, index) => ({
      title: { key: "quickstart.file", values: { file } },
      code: { title: file, text, language },
      isFolded: index > 0 && files.length > MOST_OPEN,
    })),
    { title: { key: "quickstart.start" }, lead: { key: "quickstart.start.lead" } },
  ];
}
