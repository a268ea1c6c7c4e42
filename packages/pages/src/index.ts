import { fileURLToPath } from "node:url";

export { type Messages, readCatalogues } from "./messages.ts";

/** The folder of the stylesheet and the icon that all our pages have. */
export const SHARED_ASSETS = fileURLToPath(new URL("../assets", import.meta.url));
export { PSEUDO_TAG } from "./pseudo-arabic.ts";
