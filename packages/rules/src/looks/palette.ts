/** The colors of the pages in both schemes, and which of them a deployment may choose. */
import { type Color, contrast, LEAST_CONTRAST, mixed } from "./color.ts";

export const SCHEMES = ["light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];

/** The colors of our stylesheet that a choice has to be legible with. */
interface Fixed {
  readonly card: Color;
  readonly text: Color;
  readonly soft: Color;
  /** What buttons of a chosen accent are labelled in. */
  readonly onAccent: Color;
  /** What a button moves towards when it is pointed at: away from its label. */
  readonly strong: Color;
  /** What links are written in. */
  readonly accent: Color;
  readonly page: Color;
}

const colors = <T extends Record<string, string>>(values: T) =>
  values as unknown as { readonly [Name in keyof T]: Color };

/** The colors of the stylesheet; a test compares the two. */
export const PALETTE: Readonly<Record<Scheme, Fixed>> = {
  light: colors({
    card: "#ffffff",
    text: "#12151f",
    soft: "#474e60",
    onAccent: "#ffffff",
    strong: "#000000",
    accent: "#2449c4",
    page: "#f5f6f9",
  }),
  dark: colors({
    card: "#151823",
    text: "#eef0f6",
    soft: "#b9c0d0",
    onAccent: "#10121a",
    strong: "#ffffff",
    accent: "#a3b8ff",
    page: "#0d0f16",
  }),
};

export interface ChosenColors {
  readonly accent?: Color | null | undefined;
  readonly page?: Color | null | undefined;
}

/** A color of a scheme, what is written upon or beside it, and the contrast of the two. */
export interface Contrast {
  readonly name: "accent" | "page";
  readonly beside: Beside;
  readonly contrast: number;
}

export type Beside = "card" | "label" | "accent" | "page" | "text" | "soft";

/** Every pair that is text and its background. The pair of accent and page counts for the one that is chosen. */
export function contrasts(scheme: Scheme, chosen: ChosenColors): readonly Contrast[] {
  const fixed = PALETTE[scheme];
  const accent = chosen.accent ?? fixed.accent;
  const page = chosen.page ?? fixed.page;
  const pairs: readonly (readonly [Contrast["name"], Beside, Color, Color])[] = [
    ["accent", "card", accent, fixed.card],
    ["accent", "label", accent, fixed.onAccent],
    [chosen.page ? "page" : "accent", chosen.page ? "accent" : "page", accent, page],
    ["page", "text", page, fixed.text],
    ["page", "soft", page, fixed.soft],
  ];
  return pairs.map(([name, beside, one, other]) => ({ name, beside, contrast: contrast(one, other) }));
}

/** Every pair must have a contrast of 4.5. Returns those that do not. */
export const illegible = (scheme: Scheme, chosen: ChosenColors): readonly Contrast[] =>
  contrasts(scheme, chosen).filter((pair) => pair.contrast < LEAST_CONTRAST);

/** The accent of a button that is pointed at. */
export const strongAccent = (scheme: Scheme, accent: Color): Color => mixed(accent, PALETTE[scheme].strong, 0.2);
