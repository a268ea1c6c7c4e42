/** The stylesheet of all our pages, of one file for each concern. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { STYLES } from "./places.ts";

/** In the order of the cascade. */
const PARTS = [
  ...["tokens", "base", "buttons", "fields", "choices", "surfaces", "menus", "asks"],
  // One panel in the middle of the page: its frame, what stands in it, what is below, and where there is little room.
  ...["gate", "party", "ways", "chip", "answers", "codes", "foot", "narrow", "split"],
  "components",
] as const;

export const sharedStyles = (): string => joinedStyles(PARTS.map((part) => join(STYLES, `${part}.css`)));

/** The rules of these files, without their comments and indentation. */
export const joinedStyles = (files: readonly string[]): string =>
  files.map((file) => packed(readFileSync(file, "utf8"))).join("");

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
