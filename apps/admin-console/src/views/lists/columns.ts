/** Which columns of a table are shown. */
import type { Cell } from "../cells.ts";
import type { Table } from "../parts.ts";

/** Whether a cell shows a dash, and nothing else. */
function isNothing(cell: Cell | undefined): boolean {
  if (cell === undefined) return true;
  if ("tags" in cell) return cell.tags.length === 0;
  if ("pairs" in cell) return cell.pairs.length === 0;
  if ("lock" in cell) return cell.lock === null;
  if ("milliseconds" in cell) return cell.milliseconds === null;
  return "text" in cell && !cell.text && !cell.kind && !cell.second;
}

/**
 * The columns by their number, without those in which no row has anything. What rows are about stays, and so does what
 * they can be sorted by.
 */
export const columnsShown = ({ columns, rows, sorts }: Table): readonly number[] =>
  [...columns.keys()].filter(
    (index) =>
      index === 0 || sorts?.[columns[index] ?? ""] !== undefined || rows.some(({ cells }) => !isNothing(cells[index])),
  );

/** Whether the column has a few words in each row, which stay on one line: where there is no room it is left out. */
export const isRoomy = ({ rows }: Table, index: number): boolean =>
  rows.some(({ cells }) => cells[index] !== undefined && "words" in cells[index]);

/** Whether the column is one of buttons, which say what they open: its heading is for people who hear the page. */
export const isOfPanels = ({ rows }: Table, index: number): boolean =>
  rows.some(({ cells }) => cells[index] !== undefined && "panel" in cells[index]);

/**
 * Whether nothing in it takes the focus. A table may be wider than its page, and is scrolled by the keyboard only if
 * something in it, or the table, has the focus.
 */
export const isWithoutStops = ({ rows, bulk, sorts }: Table): boolean =>
  bulk === undefined &&
  sorts === undefined &&
  rows.every(
    ({ cells, buttons, menu }) =>
      buttons === undefined &&
      menu === undefined &&
      !cells.some((cell) => "panel" in cell || ("href" in cell && cell.href)),
  );

/** As many facts of a row are shown where there is little room. */
const MOST_FACTS = 2;

/** The columns that are left out there: what a row is about has a page, which says them too. */
export function furtherColumns({ rows, leadsElsewhere }: Table, shown: readonly number[]): ReadonlySet<number> {
  const hasPages =
    !leadsElsewhere && rows.every(({ cells: [first] }) => first !== undefined && "href" in first && first.href);
  const isFact = (index: number) =>
    index > 0 && !rows.some(({ cells }) => ["badge", "panel"].some((kind) => kind in (cells[index] ?? {})));
  return new Set(hasPages ? shown.filter(isFact).slice(MOST_FACTS) : []);
}
