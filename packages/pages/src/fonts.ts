/** The fonts of our pages, from their packages. A browser loads those of the letters that a page has. */
import { createRequire } from "node:module";
import { whenNeeded } from "@countersign/rules";

interface Font {
  /** Of the file, below `fonts/`. */
  readonly name: string;
  readonly path: string;
  readonly family: string;
  readonly weights: string;
  readonly range: string;
}

const { resolve } = createRequire(import.meta.url);

const LATIN =
  "U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-206F,U+20AC" +
  ",U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD";
const LATIN_EXT =
  "U+100-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+304,U+308,U+329,U+1D00-1DBF,U+1E00-1E9F" +
  ",U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF";
const VIETNAMESE =
  "U+102-103,U+110-111,U+128-129,U+168-169,U+1A0-1A1,U+1AF-1B0,U+300-301,U+303-304,U+308-309" +
  ",U+323,U+329,U+1EA0-1EF9,U+20AB";

const inter = (subset: string, range: string): Font => ({
  name: `inter-${subset}.woff2`,
  path: resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`),
  family: "Inter Variable",
  weights: "100 900",
  range,
});

/** Finding their files takes a while. */
export const fonts = whenNeeded((): readonly Font[] => [
  inter("cyrillic", "U+301,U+400-45F,U+490-491,U+4B0-4B1,U+2116"),
  inter("greek", "U+370-377,U+37A-37F,U+384-38A,U+38C,U+38E-3A1,U+3A3-3FF"),
  inter("vietnamese", VIETNAMESE),
  inter("latin-ext", LATIN_EXT),
  inter("latin", LATIN),
  {
    name: "jetbrains-mono-latin.woff2",
    path: resolve("@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2"),
    family: "JetBrains Mono Variable",
    weights: "100 800",
    range: LATIN,
  },
]);

/** Arial in the measures of Inter: nothing moves when the font arrives. */
const FALLBACK = [
  'font-family:"Inter Fallback"',
  'src:local("Arial"),local("Liberation Sans")',
  "size-adjust:107.4%",
  "ascent-override:90.2%",
  "descent-override:22.5%",
  "line-gap-override:0%",
];

const face = (descriptors: readonly string[]) => `@font-face{${descriptors.join(";")}}\n`;

/** @param address of a font file, as the stylesheet names it */
export const fontFaces = (address: (name: string) => string): string =>
  face(FALLBACK) +
  fonts()
    .map(({ name, family, weights, range }) =>
      face([
        `font-family:"${family}"`,
        "font-display:swap",
        `font-weight:${weights}`,
        `src:url(${address(name)}) format("woff2")`,
        `unicode-range:${range}`,
      ]),
    )
    .join("");
