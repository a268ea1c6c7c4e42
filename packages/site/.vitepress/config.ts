/** The site of the documents. They are read as they are: what follows fits them to the generator. */
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { sidebarOf } from "./sidebar.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const docs = join(root, "docs");
/** Where the sources can be read; without it, a link to a source is its text. */
const { DOCS_SOURCE_URL } = process.env;

export default defineConfig({
  title: "Countersign",
  description: "A self-hosted OAuth 2.0 authorization server and OpenID Provider",
  lang: "en",
  srcDir: docs,
  outDir: fileURLToPath(new URL("../dist", import.meta.url)),
  cacheDir: fileURLToPath(new URL("../node_modules/.vitepress", import.meta.url)),
  cleanUrls: true,
  // Of the reader's own machine. Our own links are checked.
  ignoreDeadLinks: "localhostLinks",
  rewrites: { "README.md": "index.md", ":folder/README.md": ":folder/index.md" },
  head: [["link", { rel: "icon", href: "/icon.svg", type: "image/svg+xml" }]],
  themeConfig: {
    logo: "/icon.svg",
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Integrate", link: "/integrating-a-client" },
      { text: "Run", link: "/production" },
      { text: "Administer", link: "/administration-console" },
    ],
    sidebar: sidebarOf(docs).map(({ items, ...group }) => ({ ...group, items: [...items] })),
  },
  markdown: {
    html: false,
    config(md) {
      const shown =
        md.renderer.rules.link_open ?? ((tokens, index, options, _, self) => self.renderToken(tokens, index, options));
      md.renderer.rules.link_open = (tokens, index, options, env, self) => {
        const token = tokens[index];
        const href = token?.attrGet("href");
        const led = href && hrefOf(href, String(env.path ?? join(docs, "README.md")));
        if (token && led) token.attrSet("href", led);
        else if (token) token.attrs = (token.attrs ?? []).filter(([name]) => name !== "href");
        return shown(tokens, index, options, env, self);
      };
    },
  },
  // Braces are text in our documents.
  vue: { template: { compilerOptions: { delimiters: ["\u0001", "\u0002"] } } },
  vite: {
    publicDir: join(root, "packages", "pages", "assets"),
    // The documents are in a folder that has no packages.
    resolve: { alias: [{ find: /^vue(?=$|\/)/, replacement: join(root, "packages", "site", "node_modules", "vue") }] },
  },
});

/** A link to a document leads to its page, and one to a source to where sources are read, if that is said. */
function hrefOf(href: string, from: string): string | undefined {
  if (/^(?:[a-z][a-z+.-]*:|#)/i.test(href)) return href;
  const [path = "", fragment] = href.split("#");
  const target = resolve(dirname(from), decodeURIComponent(path));
  if (!existsSync(target)) throw new Error(`${relative(root, from)}: ${href} leads to no file`);
  const end = fragment === undefined ? "" : `#${fragment}`;
  if (target.startsWith(`${docs}${sep}`) && target.endsWith(".md"))
    return `${path.replace(/README\.md$/, "index.md")}${end}`;
  return DOCS_SOURCE_URL && `${DOCS_SOURCE_URL}/${relative(root, target)}`;
}
