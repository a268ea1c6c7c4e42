/**
 * Serves all pages with sample data, in every state, language and scheme, to authors of templates on this machine.
 * Files are read again for each page.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { icon } from "@countersign/pages";
import { Eta } from "eta";
import { PAGE_HEADERS } from "../../platform/http/headers.ts";
import { SAMPLES } from "../views/samples/all.ts";
import { openViews } from "../views/views.ts";

export interface PreviewOptions {
  /** The folder of a deployment's own files. */
  readonly overrides: string | undefined;
  /** 0 for any that is free. */
  readonly port: number;
}

export interface Preview {
  readonly url: string;
  close(): Promise<void>;
  /** Resolves when the server has ended. */
  readonly ended: Promise<void>;
}

const SCHEMES = { auto: undefined, light: "not all", dark: "all" } as const;
type Scheme = keyof typeof SCHEMES;
const LOOPBACK = "127.0.0.1";

/** Forms and scripts do nothing here. */
const HEADERS = {
  ...PAGE_HEADERS,
  "content-security-policy": `${PAGE_HEADERS["content-security-policy"]}; sandbox allow-same-origin allow-popups`,
};
const index = new Eta({ views: fileURLToPath(new URL("./", import.meta.url)), autoEscape: true, autoTrim: false });

export async function openPreview({ overrides, port }: PreviewOptions): Promise<Preview> {
  const server = createServer((req, res) => {
    res.on("error", () => res.destroy());
    try {
      answer(req, res, { overrides, port: portOf(server) });
    } catch (err) {
      send(res, { status: 500, type: "text/plain", body: err instanceof Error ? err.message : String(err) });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, resolve);
  });
  // A broken connection ends itself; the server goes on.
  server.on("clientError", (_, socket) => socket.destroy());
  const ended = new Promise<void>((resolve) => server.once("close", resolve));
  return {
    url: `http://${LOOPBACK}:${portOf(server)}/`,
    ended,
    async close() {
      server.close();
      server.closeAllConnections();
      await ended;
    },
  };
}

const portOf = (server: Server) => {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
};

interface Body {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

function send(res: ServerResponse, { status, type, body }: Body): void {
  res.writeHead(status, { ...HEADERS, "content-type": `${type}; charset=utf-8` }).end(body);
}

const NOT_FOUND: Body = { status: 404, type: "text/plain", body: "There is no such page. Begin at /" };

function answer(req: IncomingMessage, res: ServerResponse, options: PreviewOptions): void {
  // A page of another site that a name leads here cannot read these pages.
  const isOwn = [`${LOOPBACK}:${options.port}`, `localhost:${options.port}`].includes(req.headers.host ?? "");
  const { pathname } = new URL(req.url ?? "/", "http://localhost");
  const [scheme = "", folder = "", ...path] = pathname.split("/").slice(1);
  if (isOwn && req.method === "GET" && isScheme(scheme) && folder === "assets") {
    sendAsset(res, options, { scheme, name: path.join("/") });
  } else {
    send(res, isOwn && req.method === "GET" ? bodyOf(pathname, options) : { ...NOT_FOUND, status: isOwn ? 405 : 421 });
  }
}

const isScheme = (name: string): name is Scheme => Object.hasOwn(SCHEMES, name);

function bodyOf(pathname: string, options: PreviewOptions): Body {
  const [scheme = "", language = "", page = "", state = ""] = pathname.split("/").slice(1);
  if (scheme === "") return indexPage(options, "auto", "en");
  if (!isScheme(scheme)) return NOT_FOUND;
  if (language === COMPONENTS) return componentsPage(options, scheme);
  if (page === "") return indexPage(options, scheme, language || "en");
  return samplePage(options, { scheme, language, page, state: Number(state) });
}

const openDraft = ({ overrides }: PreviewOptions, scheme: Scheme) =>
  openViews({ overrides, basePath: `/${scheme}`, isDraft: true });

function indexPage(options: PreviewOptions, scheme: Scheme, language: string): Body {
  const { locales, outdated } = openDraft(options, scheme);
  const names = [...new Set(SAMPLES.map(({ page }) => page))];
  const pages = names.map((name) => ({ name, states: SAMPLES.filter(({ page }) => page === name).length }));
  const model = { pages, locales, scheme, schemes: Object.keys(SCHEMES), language, outdated };
  return { status: 200, type: "text/html", body: index.render("./index", model) };
}

/** Every component of the pages in each of its states, at the place of a language. */
const COMPONENTS = "components";

function componentsPage(options: PreviewOptions, scheme: Scheme): Body {
  const { assets } = openDraft(options, scheme);
  const asset = (name: string) => `/${scheme}/assets/${assets.address(name)}`;
  return { status: 200, type: "text/html", body: index.render("./components", { scheme, asset, icon }) };
}

interface Shown {
  readonly scheme: Scheme;
  readonly language: string;
  readonly page: string;
  readonly state: number;
}

function samplePage(options: PreviewOptions, { scheme, language, page, state }: Shown): Body {
  const sample = SAMPLES.filter((one) => one.page === page)[state - 1];
  if (sample === undefined) return NOT_FOUND;
  const type = page === "mailText" || page === "mailSubject" ? "text/plain" : "text/html";
  return { status: 200, type, body: sample.render(openDraft(options, scheme).in([language])) };
}

/** Stylesheets show the requested scheme, regardless of the browser's preference. Other files are unchanged. */
function sendAsset(
  res: ServerResponse,
  { overrides, port }: PreviewOptions,
  { scheme, name }: { readonly scheme: Scheme; readonly name: string },
): void {
  const found = openDraft({ overrides, port }, scheme).assets.find(name);
  if (found === undefined) {
    send(res, NOT_FOUND);
    return;
  }
  const media = SCHEMES[scheme];
  const body =
    name.endsWith(".css") && media !== undefined
      ? found.body.toString().replaceAll("(prefers-color-scheme: dark)", () => media)
      : found.body;
  res.writeHead(200, { ...HEADERS, "content-type": found.type }).end(body);
}
