/** A payment that a person authorized: an object of authorization details of the type `payment` (RFC 9396 §2). */
import { z } from "zod";
import type { Order } from "./orders.ts";

/** Who gets the money for every order. */
export const CREDITOR = { name: "Sample Orders", iban: "DE02120300000000202051" } as const;

/** Only what decides whether the payment fits. The authorization server refuses requests for other members. */
export const payment = z.object({
  instructedAmount: z.object({ currency: z.string(), amount: z.string() }),
  creditorAccount: z.object({ iban: z.string() }),
  remittanceInformation: z.string().optional(),
});

/**
 * Whether a person authorized exactly the payment of this order: amount, recipient, and the order itself, so that one
 * authorization pays for one order.
 */
export const paysFor = (order: Order) => (authorized: z.infer<typeof payment>) =>
  authorized.instructedAmount.amount === order.amount &&
  authorized.instructedAmount.currency === order.currency &&
  authorized.creditorAccount.iban === CREDITOR.iban &&
  authorized.remittanceInformation === order.id;
