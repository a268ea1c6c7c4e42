/** How well the colors of a form can be read (WCAG 2.2, success criterion 1.4.3). */
import { contrasts, isColor, LEAST_CONTRAST } from "@countersign/rules";
import type { Field } from "./model.ts";

/** The contrast that WCAG 2.2 calls enhanced (success criterion 1.4.6). */
const ENHANCED = 7;

interface Measured {
  readonly contrast: number;
  readonly level: "aaa" | "aa" | "low";
  readonly isEnough: boolean;
  /** What it is beside, where it is read worst: the words `contrast.beside.<name>`. */
  readonly beside: string;
}

/**
 * The lowest contrast of a color with the colors next to it. An empty field has the color of the product. The result is
 * undefined for a text that is not a color.
 */
export function contrastOf(field: Field, fields: readonly Field[]): Measured | undefined {
  if (field.measured === undefined) return undefined;
  const { scheme, name } = field.measured;
  const colorOf = (part: string) => {
    const found = fields.find(({ measured }) => measured?.scheme === scheme && measured.name === part);
    return isColor(found?.value) ? found.value : undefined;
  };
  const isFilled = (field.value ?? "") !== "";
  if (isFilled && !isColor(field.value)) return undefined;
  const pairs = contrasts(scheme, { accent: colorOf("accent"), page: colorOf("page") });
  // Without a choice, buttons have a color of their own, with a label that is read upon it.
  const own = pairs.filter((pair) => pair.name === name && (isFilled || pair.beside !== "label"));
  const [worst] = own.toSorted((a, b) => a.contrast - b.contrast);
  if (worst === undefined) return undefined;
  const { contrast, beside } = worst;
  return { contrast, level: levelOf(contrast), isEnough: contrast >= LEAST_CONTRAST, beside };
}

function levelOf(contrast: number): Measured["level"] {
  if (contrast < LEAST_CONTRAST) return "low";
  return contrast < ENHANCED ? "aa" : "aaa";
}

/** What is below a limit is not rounded up to it. */
export const cutContrast = (contrast: number): number => Math.floor(contrast * 100) / 100;
