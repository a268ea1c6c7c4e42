/** The index page of an album: for each page its four pictures, side by side. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Album, fileOf, SCHEMES, WIDTHS } from "./album.ts";

const STYLE = `body { font: 14px/1.4 system-ui; margin: 2rem; background: #ddd; color: #222 }
  .row { display: flex; gap: 1rem; align-items: start; margin-bottom: 2rem }
  img { display: block; border: 1px solid #999; max-height: 60rem; object-fit: cover; object-position: top }
  .wide { width: 36rem } .narrow { width: 12rem }`;

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Writes `index.html` into the folder of the album. Returns its path. */
export function writeContactSheet({ folder, shelves, problems }: Album): string {
  const picture = (shelf: string, name: string, width: number, scheme: string) => {
    const file = escaped(fileOf(shelf, name, width, scheme));
    const size = width === WIDTHS[0] ? "wide" : "narrow";
    return `<a href="${file}"><img class="${size}" src="${file}" loading="lazy" alt="${width} px, ${scheme}"></a>`;
  };
  const rowOf = (shelf: string, name: string) =>
    `<h3>${escaped(name)}</h3><div class="row">${WIDTHS.flatMap((width) =>
      SCHEMES.map((scheme) => picture(shelf, name, width, scheme)),
    ).join("")}</div>`;
  const parts = shelves.map(
    ({ name, pages }) => `<h2>${escaped(name)} (${pages.length})</h2>${pages.map((one) => rowOf(name, one)).join("")}`,
  );
  const found = problems.map((one) => `<li>${escaped(one)}</li>`).join("");
  const wrong = `<h2>Problems (${problems.length})</h2><ul>${found}</ul>`;
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures</title><style>${STYLE}</style>
<h1>Pictures of all pages</h1>${wrong}${parts.join("\n")}</html>`;
  const path = join(folder, "index.html");
  writeFileSync(path, html);
  return path;
}
