import { ICONS } from "./icons.ts";

type IconName = keyof typeof ICONS;

const isKnown = (name: string): name is IconName => Object.hasOwn(ICONS, name);

/** An icon as HTML: a picture beside words, which is not read out. `turns` is for one that points along the text. */
export function icon(name: string, kind: "" | "turns" = ""): string {
  if (!isKnown(name)) throw new Error(`there is no icon "${name}": run node packages/pages/scripts/icons.mjs`);
  const classes = kind === "" ? "icon" : `icon ${kind}`;
  return `<svg class="${classes}" viewBox="0 0 24 24" aria-hidden="true">${ICONS[name]}</svg>`;
}
