/** Bodies in JSON (RFC 8259): of a size and depth that nobody minds. */
import { invalidRequest } from "@countersign/rules";
import express, { type Request } from "express";

const DEEPEST = 8;

/**
 * Reads a JSON body as bytes; `jsonBody` parses it. Another content type leaves no body, a larger one is answered 413.
 */
export const readJson = express.raw({ type: "application/json", limit: "64kb", inflate: false });

/**
 * The JSON value of a body. Throws `invalid_request` when there is none, or when it is nested deeper than anything we
 * know.
 */
export function jsonBody(req: Request): unknown {
  if (!Buffer.isBuffer(req.body)) throw invalidRequest("the body must be application/json");

  const value = parse(req.body);
  if (isDeeperThan(DEEPEST, value)) throw invalidRequest("the body is nested too deeply");
  return value;
}

function parse(body: Buffer): unknown {
  try {
    // RFC 8259 §8.1: UTF-8 and nothing else, whatever a charset parameter says.
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw invalidRequest("the body is not JSON in UTF-8");
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}
