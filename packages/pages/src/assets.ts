/** Files that pages load: read with the first page, served from memory, and kept by browsers for a year. */
import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { whenNeeded } from "@countersign/rules";
import { fontFaces, fonts } from "./fonts.ts";
import { SHARED_ASSETS } from "./places.ts";
import { joinedStyles, sharedStyles } from "./stylesheet.ts";

export interface Assets {
  /** The address of a file below the folder of assets. It changes with the file, which may then be kept for a year. */
  readonly address: (name: string) => string;
  /** A file as it is served; undefined if there is none of this name. */
  readonly find: (name: string) => Asset | undefined;
  /** Serves the files below the path that it is mounted at. */
  readonly handler: (req: IncomingMessage, res: ServerResponse, next: () => void) => void;
}

export interface Asset {
  /** The media type, with the encoding of a text. */
  readonly type: string;
  readonly body: Buffer;
  /** The same for browsers that take gzip, if it is a text: pictures and fonts are packed already. */
  readonly packed: Buffer | undefined;
  readonly version: string;
}

interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

const YEAR = "public, max-age=31536000, immutable";
/** For an address without a version, which may show another file tomorrow. */
const MINUTES = "public, max-age=300";

/** By the ending of the name. */
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".gif": "image/gif",
  ".ico": "image/x-icon",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".otf": "font/otf",
};

/** @param folders folders of assets: a file of an earlier one stands before those of later ones and before ours */
export function openAssets(folders: readonly string[]): Assets {
  const files = whenNeeded(() => readAssets(folders));
  return {
    address: (name) => addressIn(files(), name),
    find: (name) => files().get(name),
    handler(req, res, next) {
      const { name, version } = askedBy(req);
      const found = req.method === "GET" || req.method === "HEAD" ? files().get(name) : undefined;
      if (found === undefined) return next();
      send({ req, res }, found, version === found.version ? YEAR : MINUTES);
    },
  };
}

function readAssets(folders: readonly string[]): ReadonlyMap<string, Asset> {
  const files = new Map<string, Asset>();
  const add = (name: string, body: Buffer) => files.set(name, assetOf(name, body));
  for (const { name, path } of fonts()) add(`fonts/${name}`, readFileSync(path));
  add("style.css", Buffer.from(`${fontFaces((name) => addressIn(files, `fonts/${name}`))}${sharedStyles()}`));
  for (const folder of [SHARED_ASSETS, ...folders.toReversed()])
    for (const { name, body } of filesIn(folder)) add(name, body);
  return files;
}

function addressIn(files: ReadonlyMap<string, Asset>, name: string): string {
  const found = files.get(name);
  return found === undefined ? name : `${name}?v=${found.version}`;
}

/** The files below a folder. A folder such as `account.css` is one stylesheet: its parts in their order. */
function filesIn(folder: string): readonly { readonly name: string; readonly body: Buffer }[] {
  const names = globSync("**/*.*", { cwd: folder }).sort();
  const [sheets, parts] = [names.filter((name) => isSheet(folder, name)), names.filter((name) => name.includes(PART))];
  const files = names.filter((name) => !sheets.includes(name) && !parts.includes(name));
  return [
    ...files.map((name) => ({ name: name.split(sep).join("/"), body: readFileSync(join(folder, name)) })),
    ...sheets.map((sheet) => {
      const own = parts.filter((part) => part.startsWith(`${sheet}${sep}`)).map((part) => join(folder, part));
      return { name: sheet.split(sep).join("/"), body: Buffer.from(joinedStyles(own)) };
    }),
  ];
}

const PART = `.css${sep}`;
const isSheet = (folder: string, name: string) => name.endsWith(".css") && statSync(join(folder, name)).isDirectory();

/** The name of the file, and the version that the address has. */
function askedBy({ url = "" }: IncomingMessage): { readonly name: string; readonly version: string | null } {
  const [path = "", query] = url.split("?", 2);
  const version = new URLSearchParams(query).get("v");
  try {
    return { name: decodeURIComponent(path).slice(1), version };
  } catch {
    return { name: "", version }; // malformed escapes name no file
  }
}

/** RFC 9110 §12.5.3. These files have no secret, so that their length may tell what is in them. */
const takesGzip = ({ headers }: IncomingMessage) =>
  String(headers["accept-encoding"] ?? "")
    .split(",")
    .some((one) => /^gzip(?:;q=(?:1|0\.[1-9]).*)?$/.test(one.replaceAll(" ", "")));

/** Answers with the file, or with what RFC 9110 §13.2.2 makes of the conditions of the request. */
function send({ req, res }: Exchange, { type, body, packed, version }: Asset, kept: string): void {
  const isPacked = packed !== undefined && takesGzip(req);
  const tag = isPacked ? `"${version}-gzip"` : `"${version}"`;
  if (packed !== undefined) res.setHeader("vary", "accept-encoding");
  const names = (header: string) => header.split(",").some((one) => [tag, `W/${tag}`, "*"].includes(one.trim()));
  res.setHeader("cache-control", kept);
  res.setHeader("etag", tag);
  if (req.headers["if-match"] !== undefined && !names(req.headers["if-match"])) {
    res.writeHead(412).end();
  } else if (names(req.headers["if-none-match"] ?? "")) {
    res.writeHead(304).end();
  } else {
    const sent = isPacked ? packed : body;
    if (isPacked) res.setHeader("content-encoding", "gzip");
    res.writeHead(200, { "content-type": type, "content-length": sent.length });
    res.end(req.method === "HEAD" ? undefined : sent);
  }
}

function assetOf(name: string, body: Buffer): Asset {
  const packed = TEXTS.has(extname(name)) ? gzipSync(body) : undefined;
  return { type: typeOf(name), body, packed, version: versionOf(body) };
}

const TEXTS: ReadonlySet<string> = new Set([".css", ".js", ".svg"]);

const typeOf = (name: string) => TYPES[extname(name).toLowerCase()] ?? "application/octet-stream";

const versionOf = (body: Buffer) => createHash("sha256").update(body).digest("base64url").slice(0, 12);
