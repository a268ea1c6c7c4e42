// Refuses a link of a document that leads nowhere: `node scripts/check-links.mjs`. A link to a file needs the file, and
// one with a fragment needs the heading. Addresses of other sites are not asked.
import { existsSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { conclude, read, root, sourceFiles } from "./workspace.mjs";

const documents = sourceFiles().filter((file) => file.endsWith(".md"));

/** A document without its code, in which nothing is a link or a heading. */
const withoutCode = (text) => text.replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, "").replace(/`[^`\n]*`/g, "x");

const LINK = /\[(?:[^\][]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g;

/** The fragments of the headings, as GitHub and our site name them. */
function fragmentsOf(file) {
  const seen = new Map();
  const body = read(file).replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, "");
  return new Set(
    [...body.matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, heading]) => {
      const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "");
      const slug = words
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replace(/\s/g, "-");
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return times === 0 ? slug : `${slug}-${times}`;
    }),
  );
}

const known = new Map();
const fragmentsIn = (file) => {
  if (!known.has(file)) known.set(file, fragmentsOf(file));
  return known.get(file);
};

let count = 0;
const problems = documents.flatMap((file) =>
  [...withoutCode(read(file)).matchAll(LINK)].flatMap(([, href]) => {
    if (/^[a-z][a-z+.-]*:/i.test(href)) return [];
    count += 1;
    const [path, fragment] = decodeURIComponent(href).split("#");
    const target = path === "" ? file : relative(root, join(root, dirname(file), path));
    if (!existsSync(join(root, target))) return [`${file}: ${href} leads to no file.`];
    const isDocument = target.endsWith(".md") && statSync(join(root, target)).isFile();
    if (fragment && isDocument && !fragmentsIn(target).has(fragment)) return [`${file}: ${href} leads to no heading.`];
    return [];
  }),
);
conclude(problems, `${count} links of ${documents.length} documents lead somewhere.`);
