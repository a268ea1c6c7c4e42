import type { Request } from "express";
import type { Config } from "./config.ts";
import { ProtocolError } from "./errors.ts";

/**
 * Refuses a POST that no page of ours sent (CSRF). SameSite leaves out sibling subdomains and other
 * ports of localhost; browsers name the origin of every POST.
 * @throws ProtocolError origin_foreign
 */
export function assertFromOurPage(req: Request, { baseUrl }: Pick<Config, "baseUrl">): void {
  const { origin } = req.headers;
  const isOurs = origin === undefined ? req.headers["sec-fetch-site"] === "same-origin" : origin === baseUrl;
  if (!isOurs) throw new ProtocolError("origin_foreign", `POST ${req.path} from another origin`);
}
