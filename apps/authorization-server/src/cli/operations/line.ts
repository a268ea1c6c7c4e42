/** The line of a command, such as `roles assign <resource> <name> --user <username>`. */

export interface Line {
  readonly words: readonly string[];
  /** The names of the arguments, in order. */
  readonly arguments: readonly string[];
  /** The options that select the operation, as Commander takes them: `--user <username>`. */
  readonly selecting: readonly string[];
}

const PART = /--[a-z-]+(?: <[a-z_]+>)?|<[a-z_]+>|[a-z-]+/g;

export function lineOf(text: string): Line {
  const parts = text.match(PART) ?? [];
  return {
    words: parts.filter((part) => !/^[<-]/.test(part)),
    arguments: parts.filter((part) => part.startsWith("<")).map((part) => part.slice(1, -1)),
    selecting: parts.filter((part) => part.startsWith("--")),
  };
}

/** The name of an option in Commander's flags: `user` of `--user <username>`. */
export const nameIn = (flags: string): string => flags.slice(2).split(" ")[0] ?? "";
