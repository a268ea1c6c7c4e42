// Checks that each page of docs/clients is tried by a party of e2e/field with its name, and stands in the table of
// docs/clients/README.md, and that the table names no other page.
import { basename } from "node:path";

const TABLE = "docs/clients/README.md";
const PARTIES = "e2e/field";

function check(tree) {
  const pages = tree
    .files("docs/clients")
    .filter((file) => file !== TABLE)
    .map((file) => basename(file, ".md"));
  const listed = [...tree.read(TABLE).matchAll(/^\| \[[^\]]+\]\(([\w-]+)\.md\)/gm)].map(([, name]) => name);
  const parties = tree
    .files(PARTIES)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => tree.read(file))
    .join("\n");
  return {
    problems: [
      ...pages.filter((name) => !listed.includes(name)).map((name) => `${TABLE} has no row for ${name}.md.`),
      ...listed.filter((name) => !pages.includes(name)).map((name) => `${TABLE} has a row for ${name}.md, no page.`),
      ...pages
        .filter((name) => !parties.includes(`"${name}"`))
        .map((name) => `docs/clients/${name}.md: no party in ${PARTIES} has its name, so nothing tries it.`),
    ],
    fine: `${pages.length} pages of clients are tried by a party.`,
  };
}

const mistakes = [
  { file: TABLE, from: "](auth-js.md)", to: "](auth.md)", says: /no row for auth-js\.md/ },
  { file: TABLE, from: "](auth-js.md)", to: "](auth.md)", says: /row for auth\.md, no page/ },
  { file: `${PARTIES}/javascript/auth-js.ts`, from: '"auth-js"', to: '"auth"', says: /auth-js\.md: no party/ },
];

export const clientPages = { check, mistakes };
