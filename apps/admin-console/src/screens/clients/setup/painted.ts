/** Pages whose steps have code are shown in colors. What makes them is loaded for the first such page. */
import type { Page, Step } from "../../../views/model.ts";

type Highlighted = typeof import("../../../quickstarts/highlighter.js").highlighted;

const hasLanguage = ({ code }: Step) => code?.language !== undefined;

/** The page with the code of its steps in colors. */
export async function painted(page: Page): Promise<Page> {
  if (!page.sections.some(({ steps = [] }) => steps.some(hasLanguage))) return page;
  const { highlighted } = await import("../../../quickstarts/highlighter.js");
  const sections = page.sections.map((section) => ({
    ...section,
    ...(section.steps && { steps: section.steps.map((step) => inColors(step, highlighted)) }),
  }));
  return { ...page, sections };
}

function inColors(step: Step, highlighted: Highlighted): Step {
  const { text, language } = step.code ?? {};
  const html = text === undefined || language === undefined ? undefined : highlighted(text, language);
  return step.code === undefined || html === undefined ? step : { ...step, code: { ...step.code, html } };
}
