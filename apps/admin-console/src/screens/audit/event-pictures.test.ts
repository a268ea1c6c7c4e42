import { describe, expect, it } from "vitest";
import { pictureOf } from "./event-pictures.ts";

describe("what happened has a picture", () => {
  it.each([
    ["sign_in", "log-in", false],
    ["user_added", "user", false],
    ["client_added", "layout-grid", false],
    ["role_assigned", "badge-check", false],
    ["signing_key_added", "key-round", false],
    ["settings_changed", "server", false],
    ["webhook_replayed", "server", false],
    ["sign_in_failed", "shield-alert", true],
    ["refresh_token_replayed", "shield-alert", true],
    ["logout_not_delivered", "shield-alert", true],
    ["blocked_address_refused", "shield-alert", true],
  ])("%s: %s", (type, icon, isBad) => {
    expect(pictureOf(type)).toEqual({ icon, isBad });
  });
});
