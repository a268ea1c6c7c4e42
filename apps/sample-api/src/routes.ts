/** The routes of the API, each with what it demands of a token. */
import { bound, details, type Guard, guard, type IntrospectionOptions, live, scopes, stepUp } from "@countersign/guard";
import { accessOf, metadata, protect, send } from "@countersign/guard/express";
import { jsonOrUndefined } from "@countersign/guard/json";
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from "express";
import { z } from "zod";
import type { Config, Introspection } from "./config.ts";
import { type OrderStore, PRICES } from "./orders.ts";
import { CREDITOR, payment, paysFor } from "./payment.ts";

export interface Dependencies {
  readonly api: Guard;
  readonly orders: OrderStore;
  readonly config: Pick<Config, "strong" | "introspection">;
}

/** The guard of this API. It connects to the issuer when the first token comes. */
export const guardOf = (
  { issuer, resource, introspection }: Pick<Config, "issuer" | "resource" | "introspection">,
  more: object = {},
): Guard =>
  guard({
    issuer: introspection === undefined ? issuer : { issuer, introspection: askingBy(introspection) },
    resource,
    name: "Orders",
    scopes: ["orders:read", "orders:write"],
    detailTypes: ["payment"],
    ...more,
  });

const LONGEST_BODY = 4096;

/** RFC 7662: no answer is used twice, so that a token that was revoked is refused at once. */
export const askingBy = ({ clientId, clientSecret, of }: Introspection): IntrospectionOptions => ({
  clientId,
  authentication: clientSecret,
  use: of === "always" ? "always" : "live",
  cacheSeconds: 0,
});

const newOrder = z.object({ item: z.enum([...PRICES.keys()]) });

export function createApp({ api, orders, config }: Dependencies): Express {
  const app = express();
  app.disable("x-powered-by");
  app.get(["/health/live", "/health/ready"], (_req, res) => void res.json({ status: "ready" }));

  // RFC 9728: a client that knows only the address of this API finds its authorization server here.
  app.use(metadata(api));
  app.get("/orders", protect(api, scopes("orders:read")), (req, res) => {
    res.json({ orders: orders.list(ownerOf(req)) });
  });

  const body = express.raw({ type: "application/json", limit: LONGEST_BODY });
  app.post("/orders", protect(api, scopes("orders:write")), body, (req, res) => {
    const asked = newOrder.safeParse(jsonIn(req.body));
    if (!asked.success) return refuse(res, 400, "item must be one of those that can be ordered");
    const order = orders.place(ownerOf(req), asked.data.item);
    if (order === undefined) return refuse(res, 409, "there are too many orders");
    res.status(201).json(order);
  });

  // The scope lets a client change orders. What it may pay is in the authorization details, which name this order. No
  // money is paid for a token that was revoked in the meantime.
  const stillValid = config.introspection === undefined ? [] : [live()];
  app.post("/orders/:id/payment", protect(api, scopes("orders:write"), ...stillValid), async (req, res) => {
    const order = openOrder(orders, req);
    if (order === undefined) return refuse(res, 404, "there is no such order that is open");
    const verdict = await api.demand(accessOf(req), [details("payment", payment, paysFor(order))]);
    if (!verdict.allowed) return send(res, verdict.answer);
    res.json({ ...orders.close(ownerOf(req), order.id, "paid"), paidTo: CREDITOR.name });
  });

  // RFC 9470: a person who finds an unlocked computer cannot cancel an order.
  app.delete("/orders/:id", protect(api, scopes("orders:write"), stepUp(config.strong)), (req, res) => {
    const cancelled = orders.close(ownerOf(req), idOf(req), "cancelled");
    if (cancelled === undefined) return refuse(res, 404, "there is no such order that is open");
    res.json(cancelled);
  });

  // RFC 9449: a stolen token alone does not open this.
  app.get("/receipts", protect(api, scopes("orders:read"), bound()), (req, res) => {
    res.json({ receipts: orders.list(ownerOf(req)).filter(({ state }) => state === "paid") });
  });

  app.use((_req, res) => refuse(res, 404, "there is nothing at this address"));
  app.use(unexpected);
  return app;
}

/** JSON in which each member stands once: of two with one name, each parser takes another one. */
const jsonIn = (body: unknown) =>
  body instanceof Uint8Array ? jsonOrUndefined(body, { longest: LONGEST_BODY }) : undefined;

/** Orders belong to a person at an issuer. `sub` alone is unique only there. */
function ownerOf(req: Request): string {
  const { issuer, subject } = accessOf(req);
  return JSON.stringify([issuer, subject]);
}

const idOf = ({ params }: Request) => String(params.id);

const openOrder = (orders: OrderStore, req: Request) =>
  orders.list(ownerOf(req)).find(({ id, state }) => id === idOf(req) && state === "open");

const refuse = (res: Response, status: number, message: string): void => void res.status(status).json({ message });

const unexpected: ErrorRequestHandler = (err, _req, res, next) => {
  if (res.headersSent) return next(err);
  // What reads the body refuses one that is too large, with a status of its own.
  const status = err instanceof Error && "status" in err && typeof err.status === "number" ? err.status : 500;
  refuse(res, status, status < 500 ? "the body is not acceptable" : "this API made a mistake");
};
