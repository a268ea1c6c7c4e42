/** Options for every Node.js process below one of ours. */
import { pathToFileURL } from "node:url";

/**
 * The NODE_OPTIONS that load a module before the program's own code. Node.js splits them at spaces and takes the module
 * for a URL, so a path stands there as a URL: that has no space, and `#` and `%` are characters of the path.
 *
 * @param file the absolute path of the module
 */
export const preloading = (file: string): string => `--import=${pathToFileURL(file).href}`;
