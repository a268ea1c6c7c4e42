/**
 * Rows of the client record about how it learns of a sign-out:
 * OIDC Back-Channel Logout §2.2, OIDC Front-Channel Logout §2.
 */
import { z } from "zod";
import { member, recordMember } from "./member.ts";
import { logoutUri } from "./metadata-values.ts";

export const LOGOUT_ROWS = {
  backchannelLogoutUri: member("backchannel_logout_uri", logoutUri.optional(), {
    option: "--backchannel-logout-uri <url>",
    means: "where it receives logout tokens",
  }),
  backchannelLogoutSessionRequired: recordMember("backchannel_logout_session_required", z.boolean().optional(), {
    option: "--backchannel-logout-session-required",
    means: "it needs the sid there, which every logout token of ours has",
    absent: false,
    // Without an address, the switch beside it has no meaning.
    omitted: ({ backchannelLogoutUri }: { backchannelLogoutUri?: string }) => backchannelLogoutUri === undefined,
  }),
  frontchannelLogoutUri: member("frontchannel_logout_uri", logoutUri.optional(), {
    option: "--frontchannel-logout-uri <url>",
    means: "its page for front-channel logout",
  }),
  frontchannelLogoutSessionRequired: recordMember("frontchannel_logout_session_required", z.boolean().optional(), {
    option: "--frontchannel-logout-session-required",
    means: "it needs iss and sid there, which we always send",
    absent: false,
    omitted: ({ frontchannelLogoutUri }: { frontchannelLogoutUri?: string }) => frontchannelLogoutUri === undefined,
  }),
} as const;
