/**
 * Where a module is. A bundled module still finds the files beside its source: templates, catalogues, migrations. A
 * module that looks for files in a way that would miss them fails the build.
 */
import { posix, relative, sep } from "node:path";

const URL_OF_MODULE = /\bimport\.meta\.url\b/g;
const OTHER_META = /\bimport\.meta\.(?!url\b)\w+/;
const OWN_FOLDER = /\b(?:__dirname|__filename)\b|\brequire\.resolve\b/;

/** Packages whose code names its own folder, for something that no service does. */
const HARMLESS: readonly (readonly [module: RegExp, reason: string])[] = [
  [/\/pino\/lib\/transport\.js$/, "finds the workers of transports, and the logger has none"],
  [/\/thread-stream\/index\.js$/, "finds the same workers"],
  [/\/undici\/index\.js$/, "asks whether it is part of Node.js"],
];

/**
 * The code of a module as it stands in the bundle.
 *
 * @param folder the folder of the bundle
 * @throws if the module looks for files beside itself in a way that a bundle does not have
 */
export function withPlace(code: string, file: string, folder: string): string {
  const isPackage = file.includes(`${sep}node_modules${sep}`);
  if (isPackage && OWN_FOLDER.test(code) && !HARMLESS.some(([module]) => module.test(file)))
    throw new Error(`${file} names its own folder: leave its package outside (OUTSIDE), or say why that is harmless`);
  const other = OTHER_META.exec(code);
  if (other !== null && !isPackage) throw new Error(`${file}: ${other[0]} is unknown in a bundle, use import.meta.url`);
  if (!code.includes("import.meta.url")) return code;
  const place = JSON.stringify(relative(folder, file).split(sep).join(posix.sep));
  return code.replace(URL_OF_MODULE, () => `new URL(${place}, import.meta.url).href`);
}
