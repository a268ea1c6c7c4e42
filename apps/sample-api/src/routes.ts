/** The routes of the API, each with what it demands of a token. */
import { bound, details, type Guard, guard, type IntrospectionOptions, live, scopes, stepUp } from "@countersign/guard";
import { accessOf, metadata, protect, send } from "@countersign/guard/express";
import { jsonOrUndefined } from "@countersign/guard/json";
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from "express";
import { z } from "zod";
import type { Config } from "./config.ts";
import { type OrderStore, PRICES } from "./orders.ts";
import { CREDITOR, payment, paysFor } from "./payment.ts";
import type { Stock } from "./stock.ts";

export interface Dependencies {
  readonly api: Guard;
  readonly orders: OrderStore;
  readonly config: Pick<Config, "strong" | "account">;
  /** Where goods are reserved; undefined if nothing is. */
  readonly stock?: Stock | undefined;
}

/** The guard of this API. It connects to the issuer when the first token comes. */
export const guardOf = (
  { issuer, resource, ...config }: Pick<Config, "issuer" | "resource" | "account" | "introspects">,
  more: object = {},
): Guard =>
  guard({
    issuer: { issuer, ...introspecting(config) },
    resource,
    name: "Orders",
    scopes: ["orders:read", "orders:write"],
    detailTypes: ["payment"],
    ...more,
  });

const LONGEST_BODY = 4096;

/** RFC 7662: no answer is used twice, so that a token that was revoked is refused at once. */
export function introspecting({ account, introspects }: Pick<Config, "account" | "introspects">): {
  readonly introspection?: IntrospectionOptions;
} {
  if (account === undefined) return {};
  const use = introspects === "always" ? "always" : "live";
  const { clientId, clientSecret: authentication } = account;
  return { introspection: { clientId, authentication, use, cacheSeconds: 0 } };
}

const newOrder = z.object({ item: z.enum([...PRICES.keys()]) });

export function createApp({ api, orders, config, stock }: Dependencies): Express {
  const app = express();
  app.disable("x-powered-by");
  app.get(["/health/live", "/health/ready"], (_req, res) => void res.json({ status: "ready" }));

  // RFC 9728: a client that knows only the address of this API finds its authorization server here.
  app.use(metadata(api));
  app.get("/orders", protect(api, scopes("orders:read")), (req, res) => {
    res.json({ orders: orders.list(ownerOf(req)) });
  });

  const body = express.raw({ type: "application/json", limit: LONGEST_BODY });
  app.post("/orders", protect(api, scopes("orders:write")), body, async (req, res) => {
    const asked = newOrder.safeParse(jsonIn(req.body));
    if (!asked.success) return refuse(res, 400, "item must be one of those that can be ordered");
    const { item } = asked.data;
    if (orders.isFull(ownerOf(req))) return refuse(res, 409, "there are too many orders");
    // RFC 8693: the goods are reserved at another API, in the name of the person.
    const reservation = await stock?.reserve(accessOf(req), item);
    if (stock !== undefined && reservation === undefined)
      return refuse(res, 502, "the goods could not be reserved, so nothing was ordered");
    const order = orders.place(ownerOf(req), item, reservation?.reserved_by);
    if (order === undefined) return refuse(res, 409, "there are too many orders");
    res.status(201).json(order);
  });

  // The scope lets a client change orders. What it may pay is in the authorization details, which name this order. No
  // money is paid for a token that was revoked in the meantime.
  const stillValid = config.account === undefined ? [] : [live()];
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

  // RFC 9449: a stolen token is not enough here.
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

/** Orders belong to a person at an issuer. `sub` is unique only there. */
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
