/** Types of authorization details for tests, and a payment. */
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const payments = "https://payments.example";
export const ledger = "https://ledger.example/v1";

/** The type that `npm start` has. */
const PAYMENT = new URL("../../../../packages/dev/authorization-details/payment.json", import.meta.url);

const display = { en: { title: "{type}", fields: [] } };

/** Accounts whose rights a token request may narrow. They are remembered, and understood by two resource servers. */
const ACCOUNTS = {
  type: "accounts",
  resources: [payments, ledger],
  remembered: true,
  narrowable: ["actions"],
  withoutPerson: ["serviceClient"],
  schema: {
    properties: {
      type: {},
      actions: { type: "array", items: { enum: ["read", "list", "close"] } },
      locations: { type: "array", items: { type: "string" } },
    },
  },
  display,
};

/** Standing orders, which belong together. */
const ORDERS = {
  type: "orders",
  resources: [payments],
  whole: true,
  schema: { properties: { type: {}, order: { type: "integer" } } },
  display,
};

/** A type whose objects may have any members. */
const OPEN = {
  type: "open",
  resources: [payments],
  schema: { properties: { type: {} }, additionalProperties: true },
  display,
};

/** A folder with the types `payment`, `accounts`, `orders` and `open`. */
export async function detailsFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "details-"));
  const payment = { ...JSON.parse(await readFile(PAYMENT, "utf8")), resources: [payments] };
  for (const type of [payment, ACCOUNTS, ORDERS, OPEN])
    await writeFile(join(folder, `${type.type}.json`), JSON.stringify(type));
  return folder;
}

/** A valid payment, with changes. */
export const payment = (amount: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  type: "payment",
  instructedAmount: { currency: "EUR", amount },
  creditorName: "Merchant A",
  creditorAccount: { iban: "DE02100100109307118603" },
  ...changes,
});
