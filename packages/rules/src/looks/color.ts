/** Colors of the pages: their form, and the contrast between two (WCAG 2.2, success criterion 1.4.3). */

/** WCAG 2.2, success criterion 1.4.3: the least contrast of text that is not large. */
export const LEAST_CONTRAST = 4.5;

export const COLOR = /^#[0-9a-f]{6}$/;

/** A color as we write it into a stylesheet: `#` and six hexadecimal digits in lower case. */
export type Color = string & { readonly __color: true };

export const isColor = (value: unknown): value is Color => typeof value === "string" && COLOR.test(value);

type Channels = readonly [red: number, green: number, blue: number];

const channelsOf = (color: string): Channels => {
  const at = (from: number) => Number.parseInt(color.slice(from, from + 2), 16);
  return [at(1), at(3), at(5)];
};

/** WCAG 2.2, relative luminance. */
function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, contrast ratio: 1 for the same color, 21 for black and white. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** A color that is `share` of the way from one color to another. */
export function mixed(from: Color, to: Color, share: number): Color {
  const [a, b] = [channelsOf(from), channelsOf(to)];
  const parts = a.map((channel, index) => Math.round(channel + ((b[index] ?? 0) - channel) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}` as Color;
}
