/** Serves the sheet of the console's components to those who change them, on this machine only. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PAGE_HEADERS } from "../../http/headers.ts";
import { openViews } from "../../views/views.ts";
import { COMPONENTS, renderComponent } from "./components.ts";

export interface Preview {
  readonly url: string;
  close(): Promise<void>;
}

/** What the media query of the dark scheme becomes. */
const SCHEMES: Readonly<Record<string, string>> = { light: "not all", dark: "all" };
const LOOPBACK = "127.0.0.1";

/** @param port 0 for any that is free */
export async function openPreview(port: number): Promise<Preview> {
  const server = createServer((req, res) => {
    res.on("error", () => res.destroy());
    answer(new URL(req.url ?? "/", "http://localhost").pathname, res);
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, LOOPBACK, resolve));
  server.on("clientError", (_, socket) => socket.destroy());
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(path: string, res: ServerResponse): void {
  const [scheme = "", language = "", ...rest] = path.slice(1).split("/");
  const send = (status: number, type: string, body: string | Buffer) =>
    res.writeHead(status, { ...PAGE_HEADERS, "content-type": type }).end(body);
  if (path === "/") return void send(200, "text/html; charset=utf-8", index());

  const views = openViews();
  const media = SCHEMES[scheme];
  const name = rest.join("/");
  const component = COMPONENTS[name];
  const asset = language === "assets" ? views.assets.find(name) : undefined;
  if (media !== undefined && asset !== undefined) {
    const isStyle = name.endsWith(".css");
    const style = () => asset.body.toString().replaceAll("(prefers-color-scheme: dark)", () => media);
    return void send(200, asset.type, isStyle ? style() : asset.body);
  }
  if (media === undefined || component === undefined) return void send(404, "text/plain", "There is no such page.");
  const html = renderComponent(views, component, language).replaceAll('"/assets/', () => `"/${scheme}/assets/`);
  send(200, "text/html; charset=utf-8", html);
}

function index(): string {
  const links = Object.keys(SCHEMES).flatMap((scheme) =>
    Object.keys(COMPONENTS).map((name) => `<li><a href="/${scheme}/en/${name}">${name}, ${scheme}</a></li>`),
  );
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Components of the console</title>`;
  return `${head}<link rel="stylesheet" href="/light/assets/${openViews().assets.address("style.css")}"></head>
<body class="components"><main><h1>Components of the console</h1><ul>${links.join("")}</ul></main></body></html>`;
}
