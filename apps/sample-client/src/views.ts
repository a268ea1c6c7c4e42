/** The pages. Each takes exactly what its template shows: a missing value does not compile. */
import { fileURLToPath } from "node:url";
import { Eta } from "eta";
import type { DeviceEnd } from "./device/poll.ts";
import type { Notice } from "./orders/notice.ts";
import type { Order } from "./orders/orders-api.ts";
import type { ClaimRow } from "./pages/claim-rows.ts";
import type { Problem } from "./pages/problems.ts";
import type { Account } from "./session/accounts.ts";
import type { Change } from "./session/changes.ts";
import type { Step } from "./sign-in/step.ts";

export interface AskedScope {
  readonly name: string;
  readonly meaning: string;
}

/** How the person signed in, and how before a request for a stronger sign-in. */
export interface StrengthShown {
  readonly stepUp: { readonly asked: string; readonly isMet: boolean } | undefined;
  readonly hasBefore: boolean;
  readonly rows: readonly {
    readonly name: string;
    readonly meaning: string | undefined;
    readonly now: string;
    readonly before: string | undefined;
  }[];
}

export interface SignedInHome {
  readonly name: string;
  readonly account: Account;
  /** Its header as JSON, its claims as rows; undefined where only a bare token was issued. */
  readonly idToken: { readonly header: string; readonly rows: readonly ClaimRow[] } | undefined;
  /** undefined where the provider has no userinfo endpoint. */
  readonly userinfo: readonly ClaimRow[] | undefined;
  readonly scopes: readonly (AskedScope & { readonly granted: boolean })[];
  /** undefined where only a bare token was issued. */
  readonly strength: StrengthShown | undefined;
  readonly access: { readonly expires: string; readonly canRefresh: boolean };
  /** Whether there is a page of orders. */
  readonly hasOrders: boolean;
  /** What the buttons of the page changed, if one was pressed. */
  readonly update: { readonly at: string; readonly renewed: boolean; readonly changes: readonly Change[] } | undefined;
  readonly steps: readonly Step[];
}

export interface OrdersPage {
  /** undefined where this application has no access. */
  readonly orders: readonly Order[] | undefined;
  /** undefined where tokens are not bound to a key. */
  readonly receipts: readonly Order[] | undefined;
  readonly notice: Notice | undefined;
  /** What can be ordered. */
  readonly items: readonly string[];
}

export interface DevicePage {
  readonly providerHost: string;
  /** undefined while no code is shown. */
  readonly waiting:
    | {
        readonly userCode: string;
        readonly verificationUri: string;
        readonly complete: string;
        /** An image of `complete`, as SVG. */
        readonly qr: string;
        readonly seconds: number;
      }
    | undefined;
  readonly ended: DeviceEnd | undefined;
}

export interface SignedOutHome {
  readonly providerHost: string;
  readonly asked: readonly AskedScope[];
  readonly isPublic: boolean;
  /** Whether every sign-in asks for offline_access anyway. */
  readonly isOffline: boolean;
}

/** Every function gives a whole HTML document, with all values escaped. */
export interface Views {
  signedOutHome(page: SignedOutHome): string;
  signedInHome(page: SignedInHome): string;
  orders(page: OrdersPage): string;
  device(page: DevicePage): string;
  fragment(): string;
  signedOut(page: { everywhere: boolean; providerHost: string }): string;
  problem(page: Problem & { issuer: string; reference: string }): string;
}

export function openViews(): Views {
  const eta = new Eta({ views: fileURLToPath(new URL("./views", import.meta.url)), cache: true });
  return {
    signedOutHome: (page) => eta.render("./signed-out-home", page),
    signedInHome: (page) => eta.render("./signed-in-home", page),
    orders: (page) => eta.render("./orders", page),
    device: (page) => eta.render("./device", page),
    fragment: () => eta.render("./fragment", {}),
    signedOut: (page) => eta.render("./signed-out", page),
    problem: (page) => eta.render("./problem", page),
  };
}
