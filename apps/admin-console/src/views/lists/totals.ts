/** How many there are of what a list has, and which of them a page shows. */
import type { Messages } from "@countersign/pages";
import type { Page } from "../model.ts";

export type Total = NonNullable<Page["total"]>;

const amountIn = ({ count, is_more: isMore }: Total, numbers: Intl.NumberFormat) =>
  `${numbers.format(count)}${isMore ? "+" : ""}`;

/** Which items of how many are shown: from which to which, if what the page knows agrees with the total. */
export function shownOf(shown: number, page: Page, messages: Messages, numbers: Intl.NumberFormat): string {
  const { total, previous, next } = page;
  const count = numbers.format(shown);
  if (total === undefined) return messages.text("list.shown", { count });
  const first = page.first ?? (previous === undefined && next === undefined ? 1 : Number.NaN);
  const last = first + shown - 1;
  const isKnown = next === undefined ? last === total.count : last < total.count || (total.is_more && last >= first);
  const of = amountIn(total, numbers);
  return shown > 0 && isKnown
    ? messages.text("list.range", { from: numbers.format(first), to: numbers.format(last), total: of })
    : messages.text("list.shown_of", { count, total: of });
}

export const totalIn = (total: Total, messages: Messages, numbers: Intl.NumberFormat): string =>
  messages.text("list.total", { count: amountIn(total, numbers) });
