/** The page after a sign-in at another provider, and what other pages show of providers. */
import type { RequestModel } from "./authorization.ts";
import type { ConnectingDisplay } from "./shown-provider.ts";

interface FederatedModel extends RequestModel {
  readonly connecting: ConnectingDisplay;
  /** Whether the person may create an account. */
  readonly signUp: boolean;
}

export interface FederationPages {
  federated(model: FederatedModel): string;
}

/** The template of each page. */
export const FEDERATION_TEMPLATES: Readonly<Record<keyof FederationPages, string>> = {
  federated: "federation/choose",
};
