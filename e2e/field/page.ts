/**
 * A page of docs/clients. What it shows is what the test runs: its programs, the packages that it installs, and the
 * command that registers the client.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/worlds/ecosystem.ts";

/** The address of the application on the pages. */
const APPLICATION = "https://shop.example.com";
const CLIENTS_ADD = "npm run --silent countersign -- clients add ";
const NPM_INSTALL = "npm install ";

export interface Page {
  /** The code blocks that begin with a comment of their file's name, by that name, which may have folders. */
  readonly programs: ReadonlyMap<string, string>;
  /** What `npm install` gets, such as `express@5.3.0`. */
  readonly packages: readonly string[];
  /** The words after `start` of the command that starts with it. */
  argumentsOf(start: string): readonly string[];
  /** The arguments of `clients add`, for an application at this origin. */
  clientOptions(origin: string): readonly string[];
}

/** @param name of the file below docs/clients, without `.md` */
export function pageOf(name: string): Page {
  const text = readFileSync(join(ROOT, "docs", "clients", `${name}.md`), "utf8");
  const blocks = [...text.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  const commands = blocks.flatMap((block) => block.replaceAll("\\\n", " ").split("\n"));
  const argumentsOf = (start: string) => {
    const command = commands.find((line) => line.startsWith(start));
    if (command === undefined) throw new Error(`docs/clients/${name}.md has no command that starts with ${start}`);
    return words(command.slice(start.length));
  };
  return {
    programs: new Map(
      blocks.flatMap((block) => {
        const [, file] = /^(?:\/\/|#|<!--) ([\w./[\]-]+\.\w+)\b/.exec(block) ?? [];
        return file === undefined ? [] : [[file, block] as const];
      }),
    ),
    get packages() {
      return argumentsOf(NPM_INSTALL);
    },
    argumentsOf,
    clientOptions: (origin) => argumentsOf(CLIENTS_ADD).map((word) => word.replace(APPLICATION, origin)),
  };
}

/** The words of a command, some of them in double quotes. */
const words = (command: string) =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
