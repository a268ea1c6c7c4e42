/** Options for every Node.js process that our processes start. */
import { pathToFileURL } from "node:url";

/**
 * The NODE_OPTIONS that load a module before the code of the program. Node.js splits NODE_OPTIONS at spaces and
 * reads the module as a URL. So a path is written as a URL: a URL has no space, and `#` and `%` of the path are
 * encoded.
 *
 * @param file the absolute path of the module
 */
export const preloading = (file: string): string => `--import=${pathToFileURL(file).href}`;
