/** Rows of the client record with the pages of its owner: RFC 7591 §2. */
import { member, recordMember } from "./member.ts";
import { webPage } from "./metadata-values.ts";

export const LINK_ROWS = {
  clientUri: member("client_uri", webPage.optional(), { option: "--client-uri <url>", means: "its home page" }),
  policyUri: member("policy_uri", webPage.optional(), {
    option: "--policy-uri <url>",
    means: "its privacy policy",
  }),
  tosUri: member("tos_uri", webPage.optional(), { option: "--tos-uri <url>", means: "its terms of service" }),
  /** An operator gives the picture itself. */
  logoUri: recordMember("logo_uri", webPage.optional(), {
    means: "the address of its logo, which is fetched once",
    setBy: "registration",
  }),
} as const;
