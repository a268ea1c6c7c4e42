/** The part of oidc-provider that the tests use. It has no types of its own. */
declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): RequestListener;
  }
}
