/** What a person filled in is there again when the API refuses a form, on every page. */
import { OPERATIONS } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../testing/answers.ts";
import { problem, startConsole, type TestConsole } from "../testing/console.ts";
import { SCREENS } from "./screens.ts";

let console: TestConsole;
afterEach(() => console.close());

const scopes = [
  ...new Set(
    SCREENS.flatMap(({ needs, acts = {} }) => [
      ...(needs === undefined ? [] : [needs]),
      ...Object.values(acts).map((act) => act.needs),
    ]),
  ),
];
const isAct = (name: string, method: string) => method !== "GET" || name === "exportConfiguration";
const refusals = Object.fromEntries(
  Object.entries(OPERATIONS).flatMap(([name, { method }]) => (isAct(name, method) ? [[name, problem(422)]] : [])),
);

type Field = readonly [name: string, value: string];
interface Form {
  readonly act: string;
  /** The controls that are filled in, each with what it has and what it may have. */
  readonly controls: readonly Control[];
}
interface Control {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  /** The values of a choice, or of one box. */
  readonly options: readonly string[];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const textOf = (html: string) => html.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name) => ENTITIES[name] ?? whole);
const attribute = (tag: string, name: string) => {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : textOf(value);
};

const CONTROL = /<select [^>]*>.*?<\/select>|<textarea [^>]*>.*?<\/textarea>|<input [^>]*>/gs;
const NOT_KEPT: ReadonlySet<string> = new Set(["hidden", "password", "file"]);

function controlIn(html: string): Control {
  const tag = /^<[^>]*>/.exec(html)?.[0] ?? "";
  const name = attribute(tag, "name") ?? "";
  if (tag.startsWith("<select")) {
    const options = [...html.matchAll(/<option [^>]*>/g)].map(([option]) => option);
    const chosen = options.find((option) => option.endsWith(" selected>")) ?? options[0] ?? "";
    const values = options.map((option) => attribute(option, "value") ?? "");
    return { name, type: "select", value: attribute(chosen, "value") ?? "", options: values };
  }
  if (tag.startsWith("<textarea"))
    return { name, type: "textarea", value: textOf(html.slice(tag.length, -"</textarea>".length)), options: [] };
  const type = attribute(tag, "type") ?? "text";
  const isBox = type === "checkbox" || type === "radio";
  const value = attribute(tag, "value") ?? "";
  if (!isBox) return { name, type, value, options: [] };
  return { name, type, value: tag.endsWith(" checked>") ? value : "", options: [value] };
}

/** The forms of a page in which something can be filled in. A control without a name, as a palette, is not sent. */
const formsIn = (html: string): readonly Form[] =>
  [...html.matchAll(/<form method="post"[^>]* class="fields".*?<\/form>/gs)].map(([form]) => ({
    act: attribute(/<button [^>]*name="act"[^>]*>/.exec(form)?.[0] ?? "", "value") ?? "",
    controls: [...form.matchAll(CONTROL)]
      .map(([one]) => controlIn(one))
      .filter(({ name, type }) => name !== "" && !NOT_KEPT.has(type)),
  }));

const TYPED: Readonly<Record<string, string>> = { date: "2031-02-03", color: "#12ab34", textarea: "typed <one>\ntwo" };

/** What is filled in: another choice than before, the last of several boxes, and a text. */
function filled({ controls }: Form): readonly Field[] {
  const lastBox = new Map(controls.flatMap((one, at) => (one.options.length === 1 ? [[one.name, at] as const] : [])));
  return controls.flatMap(({ name, type, value, options }, at): Field[] => {
    if (type === "select") return [[name, options.find((option) => option !== value) ?? value]];
    if (options.length === 1) return lastBox.get(name) === at ? [[name, options[0] ?? ""]] : [];
    return [[name, TYPED[type] ?? "typed <one>"]];
  });
}

const valuesOf = ({ controls }: Form): readonly Field[] =>
  controls.flatMap(({ name, type, value }): Field[] =>
    (type === "checkbox" || type === "radio") && value === "" ? [] : [[name, value]],
  );

/** The addresses of a page and its tabs. */
async function addressesOf(path: string): Promise<readonly string[]> {
  const address = path.replace(/:\w+/g, "00000000-0000-4000-8000-000000000001");
  const html = await (await console.get(address)).text();
  return [address, ...new Set([...html.matchAll(/href="([^"]*\?tab=\w+)"/g)].map(([, href = ""]) => textOf(href)))];
}

let forms = 0;
describe("a form that the API refuses has what was filled in", () => {
  it.each(SCREENS.filter(({ acts }) => acts !== undefined).map(({ path }) => path))("%s", async (path) => {
    console = await startConsole({ scopes, answers: { ...answersWith("x"), ...refusals } });
    for (const address of await addressesOf(path)) {
      for (const form of formsIn(await (await console.get(address)).text())) {
        const sent = filled(form);
        if (sent.length === 0) continue;
        const answer = await console.post(address, [...sent, ["act", form.act], ["confirmed", "yes"]]);
        const again = formsIn(await answer.text()).find(({ act }) => act === form.act);
        const shown = again === undefined ? "no such form" : valuesOf(again);
        const isRefused = [400, 404, 422].includes(answer.status);
        expect.soft([address, form.act, isRefused, shown]).toEqual([address, form.act, true, sent]);
        forms++;
      }
    }
  });

  it("and there are many", () => expect(forms).toBeGreaterThan(40));
});
