/** The stylesheet of all our pages, of one file for each concern. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { STYLES } from "./places.ts";

/** In the order of the cascade. */
const PARTS = [
  "tokens",
  "base",
  "buttons",
  "fields",
  "surfaces",
  "menus",
  "asks",
  "gate",
  "split",
  "components",
] as const;

/** The rules without the comments and the indentation of their files. */
export const sharedStyles = (): string =>
  PARTS.map((part) => packed(readFileSync(join(STYLES, `${part}.css`), "utf8"))).join("");

/** A stylesheet without comments, blank lines and indentation. */
const packed = (css: string) =>
  css
    .split("/*")
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf("*/") + 2)))
    .join("")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
