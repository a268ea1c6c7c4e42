/** Rows of the client record about looks: what a client may choose of our pages in addition to its name and logo. */
import { z } from "zod";
import { COLOR, isColor } from "../../looks/color.ts";
import { illegible, type Scheme } from "../../looks/palette.ts";
import { member } from "./member.ts";

/** A color that can be read on our pages. */
const accent = (scheme: Scheme) =>
  z
    .string()
    .regex(COLOR, { abort: true, error: "must be # and six of 0-9 and a-f" })
    .refine(
      (text) => !isColor(text) || illegible(scheme, { accent: text }).length === 0,
      "must have a contrast of at least 4.5 with our cards, pages and labels of buttons",
    )
    .optional();

export const LOOKS_ROWS = {
  accentLight: member("accent_light", accent("light"), {
    option: "--accent-light <color>",
    means: "the color of buttons and links while users sign in to it, such as #0b6b3a",
  }),
  accentDark: member("accent_dark", accent("dark"), {
    option: "--accent-dark <color>",
    means: "the same in dark mode",
  }),
} as const;
