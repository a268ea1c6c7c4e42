/** A table in the text of a terminal. Its columns are as wide as their longest cell. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)]
    .map((text) => text.trimEnd())
    .join("\n");
}
