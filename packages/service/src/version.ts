/** The version of this deployment: all packages of the workspace have the same. */
import manifest from "../package.json" with { type: "json" };

export const VERSION: string = manifest.version;
