import { fileURLToPath } from "node:url";

/** The folder of the icon and the script that all our pages have. */
export const SHARED_ASSETS = fileURLToPath(new URL("../assets", import.meta.url));
/** The folder of the parts of the stylesheet. */
export const STYLES = fileURLToPath(new URL("../styles", import.meta.url));
