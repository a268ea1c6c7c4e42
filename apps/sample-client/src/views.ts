/** The pages. Each takes exactly what its template shows: a missing value does not compile. */
import { fileURLToPath } from "node:url";
import { Eta } from "eta";
import type { Account } from "./accounts.ts";
import type { ClaimRow } from "./claim-rows.ts";
import type { Problem } from "./problems.ts";
import type { Step } from "./steps.ts";

export interface AskedScope {
  readonly name: string;
  readonly meaning: string;
}

export interface SignedInHome {
  readonly name: string;
  readonly account: Account;
  /** The ID token's header as JSON. */
  readonly header: string;
  readonly idToken: readonly ClaimRow[];
  /** undefined where the provider has no userinfo endpoint. */
  readonly userinfo: readonly ClaimRow[] | undefined;
  readonly scopes: readonly (AskedScope & { readonly granted: boolean })[];
  readonly steps: readonly Step[];
}

/** Every function gives a whole HTML document, with all values escaped. */
export interface Views {
  signedOutHome(page: { providerHost: string; asked: readonly AskedScope[]; isPublic: boolean }): string;
  signedInHome(page: SignedInHome): string;
  signedOut(page: { everywhere: boolean; providerHost: string }): string;
  problem(page: Problem & { issuer: string }): string;
}

export function openViews(): Views {
  const eta = new Eta({ views: fileURLToPath(new URL("./views", import.meta.url)), cache: true });
  return {
    signedOutHome: (page) => eta.render("./signed-out-home", page),
    signedInHome: (page) => eta.render("./signed-in-home", page),
    signedOut: (page) => eta.render("./signed-out", page),
    problem: (page) => eta.render("./problem", page),
  };
}
