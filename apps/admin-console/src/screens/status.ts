/** The word for whether something is enabled, with its color. */
import type { Badge } from "../views/model.ts";

export const statusBadge = (status: "enabled" | "disabled" | boolean): Badge => {
  const isEnabled = status === true || status === "enabled";
  return { badge: isEnabled ? "status.enabled" : "status.disabled", tone: isEnabled ? "good" : "bad" };
};
