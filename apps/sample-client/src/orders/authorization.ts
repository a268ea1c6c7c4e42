/**
 * Access tokens for the orders API: RFC 8707. One request asks for the access, for one payment (RFC 9396), or for the
 * sign-in that the API demands (RFC 9470). None of them is a sign-in here: the person is signed in already.
 */
import type { Request, Response } from "express";
import {
  authorizationCodeGrant,
  type Configuration,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import type { Dependencies } from "../dependencies.ts";
import { ProtocolError } from "../errors.ts";
import { destinationOf } from "../sign-in/authorization-url.ts";
import type { StepUpChallenge } from "../sign-in/step-up.ts";
import type { Act, CodeTransaction } from "../sign-in/transactions.ts";
import { accessOf, newSender } from "../tokens/tokens.ts";
import type { Order, OrdersAccess } from "./orders-api.ts";

/** With `openid`, the answer says who agreed. */
const SCOPE = "openid orders:read orders:write";

/** Who gets the money for every order. */
const CREDITOR = { name: "Sample Orders", iban: "DE02120300000000202051" };

/** RFC 9396 §2: exactly the payment of this order. */
export const paymentOf = ({ id, amount, currency }: Order): string =>
  JSON.stringify([
    {
      type: "payment",
      instructedAmount: { currency, amount },
      creditorName: CREDITOR.name,
      creditorAccount: { iban: CREDITOR.iban },
      remittanceInformation: id,
    },
  ]);

type Needs = Pick<Dependencies, "config" | "provider" | "transactions" | "now">;

/** Sends the browser to the provider. After it came back, this application does the act. */
export async function askForAccess(
  { act, challenge }: { readonly act: Act; readonly challenge?: StepUpChallenge },
  { config, provider, transactions, now }: Needs,
  req: Request,
  res: Response,
): Promise<void> {
  const transaction: CodeTransaction = {
    flow: "code",
    state: randomState(),
    nonce: randomNonce(),
    codeVerifier: randomPKCECodeVerifier(),
    scope: SCOPE,
    returnTo: "/orders",
    startedAt: now(),
    act,
    ...(challenge === undefined ? {} : { ...challenge, followsChallenge: true }),
  };
  await transactions.begin(req, res, transaction);
  res.redirect(303, (await destinationOf(await provider.configuration(), config, transaction)).href);
}

interface CodeForAccess {
  readonly configuration: Configuration;
  readonly config: Dependencies["config"];
  readonly callbackUrl: URL;
  readonly transaction: CodeTransaction;
  /** The person who is signed in here. */
  readonly sub: string;
  readonly now: Date;
}

/**
 * Exchanges the code for a token of the API.
 * @throws ProtocolError session_refused if another person agreed, answer_refused, and the errors of openid-client
 */
export async function redeemForAccess(given: CodeForAccess): Promise<OrdersAccess> {
  const { configuration, config, callbackUrl, transaction, sub, now } = given;
  const checks = {
    expectedState: transaction.state,
    expectedNonce: transaction.nonce,
    pkceCodeVerifier: transaction.codeVerifier,
    idTokenExpected: true,
    ...(transaction.maxAgeSeconds === undefined ? {} : { maxAge: transaction.maxAgeSeconds }),
  };
  const sender = await newSender(configuration, config);
  const parameters = { resource: config.ordersApi ?? "" };
  const tokens = await authorizationCodeGrant(configuration, callbackUrl, checks, parameters, sender);
  if (tokens.claims()?.sub !== sub) throw new ProtocolError("session_refused", "another person agreed");
  const { refreshToken: _, ...access } = accessOf(tokens, now, sender);
  return access;
}
