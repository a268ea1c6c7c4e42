/**
 * A site where a client publishes documents: keys, request objects, logos. It also receives logout notices, and
 * records who sent each request.
 */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { type Answer, send } from "../http.ts";
import { siteOf, type World } from "./world.ts";

/** The name of the site in the https world. */
export const DOCUMENTS = "documents.test";

const PUT_AS = "x-test-put-as";
const VISITS = "x-test-visits";

/** A request to a path of the site that did not come from the tests. */
export interface Visit {
  readonly method: string;
  readonly contentType: string | undefined;
  readonly body: string;
  readonly tls: string;
}

/** The request handler of the site. It keeps everything in memory only. */
export function documentSite(): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  const documents = new Map<string, { mediaType: string; body: Buffer }>();
  const visits = new Map<string, Visit[]>();

  function show(path: string, res: ServerResponse): void {
    const found = documents.get(path);
    if (found === undefined) res.writeHead(404).end();
    else res.writeHead(200, { "content-type": found.mediaType, "cache-control": "no-store" }).end(found.body);
  }

  return async (req, res) => {
    const [path = "/"] = (req.url ?? "/").split("?");
    const body = await bodyOf(req);
    const putAs = req.headers[PUT_AS];
    if (typeof putAs === "string") {
      documents.set(path, { mediaType: putAs, body });
      res.writeHead(204).end();
    } else if (req.headers[VISITS] === undefined) {
      visits.set(path, [...(visits.get(path) ?? []), visitOf(req, body)]);
      show(path, res);
    } else {
      res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(visits.get(path) ?? []));
    }
  };
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const visitOf = (req: IncomingMessage, body: Buffer): Visit => ({
  method: req.method ?? "",
  contentType: req.headers["content-type"],
  body: String(body),
  tls: (req.socket as TLSSocket).getProtocol() ?? "",
});

/** A new address on the site, different from all others. */
export const newDocument = (world: World, name: string): string =>
  `${siteOf(world, "documents")}/${randomBytes(32).toString("hex")}/${name}`;

/** Puts a document at an address of the site. It replaces the document that is there. */
export async function publish(world: World, url: string, body: string | Buffer, mediaType: string): Promise<void> {
  const answer: Answer = await send(world, url, { method: "PUT", headers: { [PUT_AS]: mediaType }, body });
  if (answer.status !== 204) throw new Error(`${url} could not be published: ${answer.status}`);
}

/** The requests that an address of the site has received so far. */
export async function visitsOf(world: World, url: string): Promise<readonly Visit[]> {
  return JSON.parse((await send(world, url, { headers: { [VISITS]: "1" } })).body) as readonly Visit[];
}
