import { readFileSync } from "node:fs";
import type { RequestHandler } from "express";

/** Serves one file of the views folder, read once at start. */
export function asset(name: "styles.css" | "icon.svg" | "callback.js"): RequestHandler {
  const content = readFileSync(new URL(`../views/${name}`, import.meta.url));
  return (_req, res) => void res.type(name).set("Cache-Control", "public, max-age=300").send(content);
}
