/** /orders: an API of another party, called with an access token for it (RFC 8707), on the page of a person. */
import type { Request, RequestHandler, Response } from "express";
import { AuthorizationResponseError, WWWAuthenticateChallengeError } from "openid-client";
import type { Dependencies } from "../dependencies.ts";
import { ProtocolError } from "../errors.ts";
import { readForm } from "../pages/form.ts";
import { assertFromOurPage } from "../session/same-origin.ts";
import type { Session } from "../session/session.ts";
import { stepUpChallengeOf } from "../sign-in/step-up.ts";
import type { Act, CodeTransaction } from "../sign-in/transactions.ts";
import { isExpired } from "../tokens/tokens.ts";
import { askForAccess, paymentOf, redeemForAccess } from "./authorization.ts";
import type { Notice } from "./notice.ts";
import { ITEMS, type OrdersAccess, type OrdersApi, ordersApi } from "./orders-api.ts";

type Needs = Pick<Dependencies, "config" | "provider" | "transactions" | "sessions" | "views" | "now">;

/** GET /orders */
export function showOrders(deps: Needs): RequestHandler {
  return async (req, res) => {
    const session = deps.sessions.read(req);
    if (session === undefined) return res.redirect(303, "/");

    const { ordersNotice: notice } = session;
    deps.sessions.change(req, ({ ordersNotice: _, ...rest }) => rest);
    const shown = await withAccess(deps, req, session, (api) => everyOrder(api, deps)).catch(unlessRefused);
    return res.send(deps.views.orders({ ...shown, notice, items: ITEMS }));
  };
}

async function everyOrder(api: OrdersApi, { config }: Needs) {
  const orders = await api.list();
  return { orders, receipts: config.bindsTokens ? await api.receipts() : undefined };
}

/** POST /orders/access, /orders, /orders/pay and /orders/cancel */
export function orderForms(deps: Needs): Readonly<Record<"access" | "place" | "pay" | "cancel", RequestHandler>> {
  const form =
    (work: (fields: ReadonlyMap<string, string>, session: Session, req: Request, res: Response) => Promise<void>) =>
    async (req: Request, res: Response): Promise<void> => {
      assertFromOurPage(req, deps.config);
      const session = deps.sessions.read(req);
      if (session === undefined) throw new ProtocolError("signed_out", "no session");
      await work(readForm(req), session, req, res).catch((err: unknown) => {
        // The token expired or was revoked: the provider decides again.
        if (!isTokenRefused(err)) throw err;
        return askForAccess({ act: { kind: "see" } }, deps, req, res);
      });
    };

  return {
    access: form(async (_, __, req, res) => askForAccess({ act: { kind: "see" } }, deps, req, res)),

    place: form(async (fields, session, req, res) => {
      await withAccess(deps, req, session, (api) => api.place(fields.get("item") ?? ""));
      done(deps, req, res, "placed");
    }),

    pay: form(async (fields, session, req, res) => {
      const orders = await withAccess(deps, req, session, (api) => api.list());
      const order = orders.find(({ id, state }) => id === fields.get("id") && state === "open");
      if (order === undefined) throw new ProtocolError("order_gone", "no such order that is open");
      await askForAccess({ act: { kind: "pay", id: order.id, details: paymentOf(order) } }, deps, req, res);
    }),

    cancel: form(async (fields, session, req, res) => {
      const id = fields.get("id") ?? "";
      const challenge = await withAccess(deps, req, session, (api) => api.cancel(id)).catch(challengeOf);
      if (challenge === undefined) return done(deps, req, res, "cancelled");
      // RFC 9470 §4: the person signs in again, and the order is cancelled after that.
      await askForAccess({ act: { kind: "cancel", id }, challenge }, deps, req, res);
    }),
  };
}

/** The browser returns with the answer to a request of this page. */
export async function finishAct(
  deps: Needs,
  { transaction, act, callbackUrl }: { transaction: CodeTransaction; act: Act; callbackUrl: URL },
  req: Request,
  res: Response,
): Promise<void> {
  const { config, provider, sessions, transactions, now } = deps;
  const session = sessions.read(req);
  if (session === undefined) throw new ProtocolError("signed_out", "no session");

  const configuration = await provider.configuration();
  const redeeming = redeemForAccess({ configuration, config, callbackUrl, transaction, sub: session.sub, now: now() });
  const access = await redeeming.catch(unlessDeclined);
  if (access === undefined) return done(deps, req, res, "declined");
  if (!transactions.finish(transaction)) throw new ProtocolError("state_unknown", "this answer was used already");

  // The token of a payment is only for that payment.
  if (act.kind !== "pay") sessions.change(req, (current) => ({ ...current, orders: access }));
  const api = ordersApi(configuration, config.ordersApi ?? "", access);
  const notice = await carryOut(act, api).catch((err: unknown) => {
    // It is the answer to a challenge, so another challenge is not followed: the browser would go in circles.
    throw err instanceof WWWAuthenticateChallengeError ? refusedBy(err) : err;
  });
  done(deps, req, res, notice);
}

async function carryOut(act: Act, api: OrdersApi): Promise<Notice | undefined> {
  if (act.kind === "see") return undefined;
  await api[act.kind](act.id);
  return act.kind === "pay" ? "paid" : "cancelled";
}

async function withAccess<T>(
  { config, provider, now }: Needs,
  req: Request,
  { orders }: Pick<Session, "orders">,
  work: (api: OrdersApi) => Promise<T>,
): Promise<T> {
  if (!isUsable(orders, now())) throw new ProtocolError("api_access_missing", `no token for ${req.path}`);
  return work(ordersApi(await provider.configuration(), config.ordersApi ?? "", orders));
}

const isUsable = (access: OrdersAccess | undefined, now: Date): access is OrdersAccess =>
  access !== undefined && !isExpired(access, now);

function done({ sessions }: Needs, req: Request, res: Response, notice: Notice | undefined): void {
  if (notice !== undefined) sessions.change(req, (current) => ({ ...current, ordersNotice: notice }));
  res.redirect(303, "/orders");
}

const isTokenRefused = (err: unknown) =>
  (err instanceof ProtocolError && err.code === "api_access_missing") ||
  (err instanceof WWWAuthenticateChallengeError && err.status === 401 && stepUpChallengeOf(err) === undefined);

/** Without a token that the API accepts, the page offers to ask for one. */
function unlessRefused(err: unknown): { readonly orders: undefined; readonly receipts: undefined } {
  if (isTokenRefused(err)) return { orders: undefined, receipts: undefined };
  throw err instanceof WWWAuthenticateChallengeError ? refusedBy(err) : err;
}

function challengeOf(err: unknown) {
  const challenge = stepUpChallengeOf(err);
  if (challenge === undefined) throw err;
  return challenge;
}

function unlessDeclined(err: unknown): undefined {
  if (err instanceof AuthorizationResponseError && err.error === "access_denied") return undefined;
  throw err;
}

const refusedBy = (err: WWWAuthenticateChallengeError) =>
  new ProtocolError("api_refused", `the API answered ${err.status}`, err);
