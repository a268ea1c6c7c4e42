/** What a person filled in is there again when the API refuses a form, on every page. */
import { OPERATIONS } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../testing/answers.ts";
import { problem, startConsole, type TestConsole } from "../testing/console.ts";
import { filled, formsIn, textOf, valuesOf } from "../testing/forms.ts";
import { EVERY_SCOPE, sampleAddress, tabsIn } from "../testing/pages.ts";
import { SCREENS } from "./screens.ts";

let console: TestConsole;
afterEach(() => console.close());

const isAct = (name: string, method: string) => method !== "GET" || name === "exportConfiguration";
const acts = Object.entries(OPERATIONS).flatMap(([name, { method }]) => (isAct(name, method) ? [name] : []));
const refusals = Object.fromEntries(acts.map((name) => [name, problem(422)]));

/** The addresses of a page and its tabs. */
async function addressesOf(path: string): Promise<readonly string[]> {
  const address = sampleAddress(path);
  return [address, ...tabsIn(await (await console.get(address)).text()).map(textOf)];
}

let forms = 0;
describe("a form that the API refuses has what was filled in", () => {
  it.each(SCREENS.filter((screen) => screen.acts !== undefined).map(({ path }) => path))("%s", async (path) => {
    console = await startConsole({ scopes: EVERY_SCOPE, answers: { ...answersWith("x"), ...refusals } });
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
