/** Quickstarts by the kind of an application. What they show is code that tests run. */
import { readFileSync } from "node:fs";

/** What an application is: where it runs, and whether people sign in to it. */
export const KINDS = ["web", "browser", "native", "device", "machine"] as const;
export type Kind = (typeof KINDS)[number];

interface Named {
  readonly name: string;
  /** What people call it. */
  readonly title: string;
}

/** The first of a kind is shown first. */
export const QUICKSTARTS: Readonly<Record<Kind, readonly Named[]>> = {
  browser: [
    { name: "react-oidc-context", title: "React" },
    { name: "vue", title: "Vue" },
    { name: "svelte", title: "Svelte" },
    { name: "oidc-client-ts", title: "JavaScript" },
    { name: "angular-oauth2-oidc", title: "Angular" },
    { name: "keycloak-js", title: "keycloak-js" },
  ],
  web: [
    { name: "express-openid-connect", title: "Express" },
    { name: "nextjs", title: "Next.js" },
    { name: "fastify", title: "Fastify" },
    { name: "auth-js", title: "Auth.js" },
    { name: "better-auth", title: "Better Auth" },
    { name: "passport-openidconnect", title: "Passport" },
    { name: "spring-boot", title: "Spring Boot" },
    { name: "django-allauth", title: "Django (allauth)" },
    { name: "mozilla-django-oidc", title: "Django (mozilla-django-oidc)" },
    { name: "flask-authlib", title: "Flask" },
    { name: "fastapi", title: "FastAPI" },
    { name: "apache-php", title: "PHP (Apache)" },
    { name: "rails", title: "Rails" },
    { name: "go-oidc", title: "Go" },
    { name: "openidconnect-rs", title: "Rust" },
    { name: "oauth2-proxy", title: "oauth2-proxy" },
  ],
  native: [{ name: "appauth-js", title: "AppAuth" }],
  device: [
    { name: "node-device", title: "Node.js" },
    { name: "go-device", title: "Go" },
  ],
  machine: [
    { name: "machine-curl", title: "curl" },
    { name: "machine-node", title: "Node.js" },
    { name: "machine-python", title: "Python" },
  ],
};

export interface CodeBlock {
  /** The name of the file; empty for commands. */
  readonly file: string;
  /** The name of its language, as the page has it. */
  readonly language: string;
  readonly text: string;
}

const FILE = /^(?:\/\/|#|<!--) ([\w./[\]-]+)/;
const REGISTRATION = "npm run --silent countersign";

/** The code of the text of a page: commands, then files. The command that registers the client is left out. */
export function blocksIn(page: string): readonly CodeBlock[] {
  // The text before a block, its language, its code, and the empty language of what follows.
  const parts = page.split(/^```(\w*)\n/m);
  return parts.flatMap((text, index) => {
    if (index % 4 !== 2 || text.startsWith(REGISTRATION)) return [];
    return [{ file: FILE.exec(text)?.[1] ?? "", language: parts[index - 1] ?? "", text: text.trimEnd() }];
  });
}

/** Where the program of a page listens for the answer of a sign-in. */
const redirectUriIn = (page: string): string | undefined => /--redirect-uri (\S+)/.exec(page)?.[1];

export interface Quickstart {
  readonly blocks: readonly CodeBlock[];
  readonly redirectUri: string | undefined;
}

const read = (name: string) => readFileSync(new URL(`./pages/${name}.txt`, import.meta.url), "utf8");

/** The code of each quickstart, read once. */
export const readQuickstarts = (): ReadonlyMap<string, Quickstart> =>
  new Map(
    Object.values(QUICKSTARTS)
      .flat()
      .map(({ name }) => {
        const page = read(name);
        return [name, { blocks: blocksIn(page), redirectUri: redirectUriIn(page) }];
      }),
  );

export interface Values {
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string | undefined;
  readonly kind: Kind;
}

/** The code with the values of an application in place of those of the page. */
export function filledIn(text: string, { issuer, clientId, redirectUri }: Values): string {
  const { origin } = redirectUri !== undefined && URL.canParse(redirectUri) ? new URL(redirectUri) : { origin: "null" };
  return text
    .replaceAll("https://id.example.com", () => issuer)
    .replaceAll("<client_id>", () => clientId)
    .replaceAll("https://shop.example.com", (page) => (origin === "null" ? page : origin));
}

/**
 * The variables that the programs read.
 *
 * @param secret for a file that has it; pages show it once, elsewhere
 */
export function environmentOf({ issuer, clientId, redirectUri, kind }: Values, secret = ""): string {
  const url = redirectUri !== undefined && URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
  const hasSecret = secret !== "" || kind === "web" || kind === "machine";
  const known = [`CLIENT_ID=${clientId}`, ...(hasSecret ? [`CLIENT_SECRET=${secret}`] : [])];
  if (kind === "machine") return [`TOKEN_ENDPOINT=${issuer}/token`, ...known].join("\n");
  const lines = [
    ...[`ISSUER=${issuer}`, ...known],
    ...(kind === "device" ? [] : [`APP_URL=${url?.origin ?? "http://localhost:3000"}`, `PORT=${url?.port || "3000"}`]),
    ...(kind === "web" ? ["APP_SECRET="] : []),
  ];
  return lines.join("\n");
}
