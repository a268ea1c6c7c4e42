/** What must happen next: a page, or an answer. */
import type { GrantedDetails } from "../../details/details-type.ts";
import type { GrantedResources } from "../../token/resources/audience.ts";
import type { ClaimsByName } from "../claims-request.ts";
import type { SignIn } from "./facts.ts";

/** The pages, and the error for a request that forbids them (OIDC Core §3.1.2.6). */
export const REQUIRED = {
  login: "login_required",
  federated: "login_required",
  "sign-up": "login_required",
  "sign-up-code": "login_required",
  "sign-up-details": "login_required",
  "second-factor": "login_required",
  enrol: "login_required",
  "enrol-code": "login_required",
  "enrol-totp": "login_required",
  "enrol-passkey": "login_required",
  "enrol-recovery-codes": "interaction_required",
  "change-password": "interaction_required",
  terms: "interaction_required",
  "offer-passkey": "interaction_required",
  "select-account": "account_selection_required",
  "device-confirm": "interaction_required",
  consent: "consent_required",
} as const;

/** The pages that a person can be asked on. */
export type PageName = keyof typeof REQUIRED;

/** Only `issue` carries a sign-in: a code cannot be issued without a person. */
export type Step =
  | { readonly kind: "ask"; readonly page: PageName }
  /** The consent is recorded without a page: the operator agreed to all that is asked. Then the rule decides again. */
  | { readonly kind: "consent" }
  | {
      readonly kind: "issue";
      readonly signIn: SignIn;
      readonly scopes: readonly string[];
      /** The claims requested by name that were granted. */
      readonly claims: ClaimsByName;
      /** The resource servers that were granted; absent if the request names none other than /userinfo. */
      readonly resources?: GrantedResources;
      /** The authorization details that were granted; absent if there are none. */
      readonly details?: GrantedDetails;
    };
