/** The picture of a type of event, which says what it is about. */
import type { Happening } from "../../views/parts.ts";
import { type EventGroup, groupOf } from "../settings/entities/event-groups.ts";

type Picture = Pick<Happening, "icon" | "isBad">;

const PICTURES: Readonly<Record<EventGroup, Picture>> = {
  people: { icon: "user", isBad: false },
  sign_ins: { icon: "log-in", isBad: false },
  applications: { icon: "layout-grid", isBad: false },
  access: { icon: "badge-check", isBad: false },
  administration: { icon: "server", isBad: false },
};

const KEYS: Picture = { icon: "key-round", isBad: false };
const FAILED: Picture = { icon: "shield-alert", isBad: true };

const WRONG =
  /^(?:code|refresh_token)_replayed$|_(?:failed|limited|refused|not_delivered|cloned|missing|contested|lapsed)$/;

/** Whether an event of this type says that something was refused, or could not be done. */
export const isFailure = (type: string): boolean => WRONG.test(type);

export function pictureOf(type: string): Picture {
  if (isFailure(type)) return FAILED;
  return type.startsWith("signing_key_") ? KEYS : PICTURES[groupOf(type)];
}
