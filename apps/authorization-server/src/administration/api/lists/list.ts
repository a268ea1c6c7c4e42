/** What lists have in common: their query, and the shape of a page. */
import { z } from "zod";
import { MOST_COUNTED, type Total, totalOf } from "../../../platform/stores/lists/total.ts";

const MOST_ITEMS = 200;
const USUAL_ITEMS = 50;

/** A part of a text by which a list is filtered. @param names the members in which it is looked for */
export const partOf = (names: readonly string[]) =>
  z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({
      description: `a part of ${new Intl.ListFormat("en", { type: "disjunction" }).format(names)}, in any case`,
    });

/** The members of every list's query. */
export const listQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_ITEMS)
    .default(USUAL_ITEMS)
    .meta({ description: "the most items of the page" }),
  cursor: z.string().max(4000).optional().meta({ description: "the next_cursor or previous_cursor of a page" }),
} as const;

/** The same for a short list: without a limit, its first page has all of it. */
export const shortListQuery = {
  ...listQuery,
  limit: listQuery.limit.unwrap().optional().meta({ description: "the most items of the page; without it, all" }),
} as const;

/** A page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    items: z.array(item),
    next_cursor: z.string().optional().meta({ description: "absent on the last page" }),
    previous_cursor: z.string().optional().meta({ description: "absent on the first page" }),
  });

/** How many items match, for lists that are asked for it. */
export const total = z
  .strictObject({
    count: z.int().meta({ description: "up to 10,000" }),
    is_more: z.boolean().meta({ description: "whether there may be more" }),
  })
  .optional()
  .meta({ description: "how many items match the filter; there if with_total is yes" });

/** A total in an answer. */
export const totalIn = ({ count, isMore }: Total) => ({ total: { count, is_more: isMore } });

/** The total of a list that is short enough to be counted; none if it is not asked for. */
export async function totalIf(
  isAsked: "yes" | undefined,
  count: (most: number) => Promise<number>,
): Promise<{ total?: { count: number; is_more: boolean } }> {
  if (isAsked === undefined) return {};
  const counted = await count(MOST_COUNTED + 1);
  return totalIn(totalOf({ looked: counted, found: counted }));
}

export const withTotal = z
  .literal("yes")
  .optional()
  .meta({ description: "yes: the answer says how many items match, too" });

/** Cuts one item more than was asked for, which says that there is a next page. */
export function cut<Item>(
  found: readonly Item[],
  limit: number | undefined,
): { readonly items: readonly Item[]; last?: Item } {
  if (limit === undefined || found.length <= limit) return { items: found };
  const items = found.slice(0, limit);
  return { items, last: items[limit - 1] as Item };
}
