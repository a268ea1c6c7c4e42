import type { Request } from "express";
import type { Config } from "../config.ts";
import { ProtocolError } from "../errors.ts";

/**
 * Refuses a POST that did not come from a page of this site (CSRF). SameSite cookies do not stop sibling subdomains and
 * other ports of localhost. Browsers name the origin of every POST.
 * @throws ProtocolError origin_foreign
 */
export function assertFromOurPage(req: Request, { baseUrl }: Pick<Config, "baseUrl">): void {
  const { origin } = req.headers;
  const isOurs = origin === undefined ? req.headers["sec-fetch-site"] === "same-origin" : origin === baseUrl;
  if (!isOurs) throw new ProtocolError("origin_foreign", `POST ${req.path} from another origin`);
}
