import { readFileSync } from "node:fs";
import type { RequestHandler } from "express";

/** GET /styles.css, read once at start. */
export function stylesheet(): RequestHandler {
  const css = readFileSync(new URL("./views/styles.css", import.meta.url), "utf8");
  return (_req, res) => void res.set("Cache-Control", "public, max-age=300").type("css").send(css);
}
