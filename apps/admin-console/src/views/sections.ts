/** Sections that are one table. */
import type { Empty, Section, Table } from "./model.ts";

type Content = Omit<Table, "id">;

/** A section with a table, whose id is that of the section with `-table`. */
export const tableSection = (id: string, title: string, table: Content) => ({
  ...{ id, title },
  table: { ...table, id: `${id}-table` },
});

/** The section of a page that is a list. @param many what is in the list */
export const listSection = (many: string, title: string, content: Content): Section => ({
  ...tableSection(many, title, content),
  id: "list",
});

/** What a table of a page says that is empty: a title, and the sentence whose key is that of the title with `.lead`. */
export const emptyOf = (title: string, icon: string, more: Partial<Empty> = {}): Empty => ({
  ...{ title, lead: `${title}.lead`, icon },
  ...more,
});
