/** The pages at the side, by what a reader wants to do. A page of docs/ that is named nowhere is under “More”. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "Sign people in": [
    "integrating-a-client",
    "web-apps",
    "single-page-apps",
    "native-apps",
    "devices",
    "registering-clients",
    "resources",
    "protecting-an-api",
    "token-exchange",
    "mcp",
  ],
  "Run it": [
    "compose",
    "production",
    "configuration",
    "configuration-as-code",
    "mail",
    "troubleshooting",
    "performance",
  ],
  "People and organizations": [
    "account-pages",
    "sign-up",
    "passkeys",
    "second-factors",
    "upstream-sign-in",
    "organizations",
    "scim",
    "roles",
    "importing-people",
    "migrating-from-auth0",
    "migrating-from-keycloak",
  ],
  Administer: ["administration-console", "administration-api", "events", "webhooks", "hooks", "pages", "claim-mapping"],
  Protocols: [
    "specification",
    "fapi2",
    "dpop",
    "mtls",
    "message-signing",
    "authorization-details",
    "conformance-testing",
  ],
  "How it is made": ["architecture", "glossary"],
};

interface Entry {
  readonly text: string;
  readonly link: string;
}

interface Group {
  readonly text: string;
  readonly collapsed?: boolean;
  readonly items: readonly Entry[];
}

export function sidebarOf(docs: string): readonly Group[] {
  const entry = (file: string): Entry => ({
    text: titleOf(join(docs, file)),
    link: `/${file.replace(/README\.md$/, "").replace(/\.md$/, "")}`,
  });
  const named = Object.values(GROUPS).flat();
  const more = pagesIn(docs, "*.md").filter((file) => file !== "README.md" && !named.includes(file.slice(0, -3)));
  const folder = (text: string, name: string) => ({
    text,
    collapsed: true,
    items: pagesIn(docs, `${name}/*.md`).map(entry),
  });
  return [
    ...Object.entries(GROUPS).map(([text, names]) => ({ text, items: names.map((name) => entry(`${name}.md`)) })),
    ...(more.length > 0 ? [{ text: "More", items: more.map(entry) }] : []),
    folder("Going to production", "operations"),
    folder("Client libraries", "clients"),
    folder("Security", "security"),
    folder("Generated tables", "generated"),
    folder("Decisions", "decisions"),
  ];
}

const pagesIn = (docs: string, pattern: string) => globSync(pattern, { cwd: docs }).sort();

/** The first heading. */
function titleOf(file: string): string {
  const [, title = file] = /^# (.+)$/m.exec(readFileSync(file, "utf8")) ?? [];
  return title.replaceAll("`", "");
}
