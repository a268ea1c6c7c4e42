/** What lists have in common: their query, and the shape of a page. */
import { z } from "zod";

const MOST_ITEMS = 200;
const USUAL_ITEMS = 50;

/** The members of every list's query. */
export const listQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_ITEMS)
    .default(USUAL_ITEMS)
    .meta({ description: "the most items of the page" }),
  cursor: z.string().max(4000).optional().meta({ description: "the next_cursor of the page before" }),
} as const;

/** A page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    items: z.array(item),
    next_cursor: z.string().optional().meta({ description: "absent on the last page" }),
  });

/** Cuts one item more than was asked for, which says that there is a next page. */
export function cut<Item>(found: readonly Item[], limit: number): { readonly items: readonly Item[]; last?: Item } {
  if (found.length <= limit) return { items: found };
  const items = found.slice(0, limit);
  return { items, last: items[limit - 1] as Item };
}
