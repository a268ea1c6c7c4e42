/** What operators name is found in the lists of the API, whether a command acts on the database or elsewhere. */
import type { Names } from "../../administration/api/command.ts";
import type { CommandOperation } from "../../administration/api/operation.ts";
import { OPERATIONS } from "../../administration/api/operation-table.ts";
import type { Acting } from "./acting.ts";

export const namesFrom = (reply: Acting["reply"]): Names => ({
  async idOf(list, members) {
    const operation = OPERATIONS.find(({ id }) => id === list);
    if (operation === undefined) throw new Error(`${list} is no operation`);
    // A list needs the database only, whether it is a command or not.
    const { body } = await reply(operation as CommandOperation, {}, Number.POSITIVE_INFINITY);
    const { items } = body as {
      readonly items: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[];
    };
    return items.find((item) => Object.entries(members).every(([name, value]) => item[name] === value))?.id;
  },
});
