/** Where a command runs its operation: on the database, or at the API of a deployment elsewhere. */
import type { Given, Names } from "../../administration/api/command.ts";
import type { CommandOperation, Reply } from "../../administration/api/operation.ts";

export interface Acting {
  readonly names: Names;
  /** The reply of an operation; of a list, with the items of all its pages, or of as many as hold `most`. */
  reply(operation: CommandOperation, given: Given, most: number): Promise<Reply<unknown>>;
}

/** The parts of a request by its members: those of the path, of the query, and all others of the body. */
export function partsOf({ path, query }: CommandOperation, given: Given) {
  const isPart = (name: string) => path.split("/").includes(`:${name}`);
  const isAsked = (name: string) => query !== undefined && Object.hasOwn(query.shape, name);
  const those = (which: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => which(name)));
  const most = query !== undefined && Object.hasOwn(query.shape, "limit") ? LARGEST_PAGE : {};
  return {
    params: those(isPart) as Record<string, string>,
    query: { ...those(isAsked), ...most },
    body: those((name) => !(isPart(name) || isAsked(name))),
  };
}

const LARGEST_PAGE = { limit: 200 };
