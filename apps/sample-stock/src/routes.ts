/** The routes of the API, each with what it demands of a token. */
import { type Access, claims, type Guard, guard, scopes } from "@countersign/guard";
import { accessOf, metadata, protect } from "@countersign/guard/express";
import { jsonOrUndefined } from "@countersign/guard/json";
import express, { type ErrorRequestHandler, type Express, type Response } from "express";
import { z } from "zod";
import type { Config } from "./config.ts";
import { ITEMS, type Stock } from "./stock.ts";

/** The guard of this API. It connects to the issuer when the first token comes. */
export const guardOf = ({ issuer, resource }: Pick<Config, "issuer" | "resource">, more: object = {}): Guard =>
  guard({ issuer, resource, name: "Stock", scopes: ["stock:read", "stock:reserve"], ...more });

const LONGEST_BODY = 4096;

const newReservation = z.object({ item: z.enum(ITEMS) });

/** RFC 8693 §4.1: the token names who acts for the person. People do not come here by themselves. */
const inTheNameOfAPerson = claims(({ act }) => act !== undefined);

export function createApp(api: Guard, stock: Stock): Express {
  const app = express();
  app.disable("x-powered-by");
  app.get(["/health/live", "/health/ready"], (_req, res) => void res.json({ status: "ready" }));

  // RFC 9728: a client that knows only the address of this API finds its authorization server here.
  app.use(metadata(api));
  app.get("/reservations", protect(api, scopes("stock:read")), (req, res) => {
    res.json({ reservations: stock.list(personOf(accessOf(req))) });
  });

  const body = express.raw({ type: "application/json", limit: LONGEST_BODY });
  app.post("/reservations", protect(api, scopes("stock:reserve"), inTheNameOfAPerson), body, (req, res) => {
    const asked = newReservation.safeParse(jsonIn(req.body));
    if (!asked.success) return refuse(res, 400, "item must be one of those that are in stock");
    const access = accessOf(req);
    // `sub` says whose it is. `act` is for the record, and for decisions such as the one above.
    const reservation = stock.reserve(personOf(access), asked.data.item, access.actors);
    if (reservation === undefined) return refuse(res, 409, "there are too many reservations");
    res.status(201).json(reservation);
  });

  app.use((_req, res) => refuse(res, 404, "there is nothing at this address"));
  app.use(unexpected);
  return app;
}

/** JSON in which each member stands once: of two with one name, each parser takes another one. */
const jsonIn = (body: unknown) =>
  body instanceof Uint8Array ? jsonOrUndefined(body, { longest: LONGEST_BODY }) : undefined;

/** A person at an issuer. `sub` is unique only there. */
const personOf = ({ issuer, subject }: Access): string => JSON.stringify([issuer, subject]);

const refuse = (res: Response, status: number, message: string): void => void res.status(status).json({ message });

const unexpected: ErrorRequestHandler = (err, _req, res, next) => {
  if (res.headersSent) return next(err);
  // What reads the body refuses one that is too large, with a status of its own.
  const status = err instanceof Error && "status" in err && typeof err.status === "number" ? err.status : 500;
  refuse(res, status, status < 500 ? "the body is not acceptable" : "this API made a mistake");
};
