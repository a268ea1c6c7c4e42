export { type Assets, openAssets } from "./assets.ts";
export { icon } from "./icon.ts";
export { initials } from "./initials.ts";
export { languageName } from "./language-name.ts";
export { type MarkName, mark, markOf } from "./mark.ts";
export { type Messages, readCatalogues } from "./messages.ts";
export { PSEUDO_TAG } from "./pseudo-arabic.ts";
export { LONG_TAG } from "./pseudo-long.ts";
