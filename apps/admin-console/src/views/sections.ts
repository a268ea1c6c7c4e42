/** Sections that are one table. */
import type { Section, Table } from "./model.ts";

/** A table that says nothing of its own when it is empty is not shown then. */
type Content = Omit<Table, "id" | "empty"> & Partial<Pick<Table, "empty">>;

/** A section with a table, whose id is that of the section with `-table`. */
export const tableSection = (id: string, title: string, { empty = "none", ...table }: Content) => ({
  ...{ id, title },
  table: { ...table, id: `${id}-table`, empty },
});

/** The section of a page that is a list. @param many what is in the list */
export const listSection = (many: string, title: string, content: Content): Section => ({
  ...tableSection(many, title, content),
  id: "list",
});
