/**
 * The page about the request of a device: which application asks, from where and when. The person says that they began
 * this at a device in front of them (RFC 8628 §3.3.1 and §5.4). A link by itself never leads past this page.
 */
import { nameBrowser } from "@countersign/rules";
import { networkOf } from "../../../../platform/http/address.ts";
import { definePage, signedIn, subjectOf } from "../../page.ts";

export const deviceConfirm = definePage({
  name: "device-confirm",
  isFor: signedIn,
  formSubject: (handle, session) => `device ${subjectOf(handle, session)}`,

  async show({ interaction: { device }, pages, common, session }, deps, call) {
    if (device === undefined) throw new Error("this request came from no device");
    const claims = await deps.users.claims(session.signIn.userId);
    return pages.deviceConfirm({
      ...common,
      person: session.displayName,
      ...nameBrowser(device.userAgent),
      network: networkOf(device.address),
      ownNetwork: networkOf(call.address),
      startedAt: device.startedAt,
      zone: claims?.zoneinfo ?? undefined,
      now: deps.now(),
    });
  },

  async act({ interaction, session }, form) {
    if (form.get("action") !== "confirm") return { kind: "refuse" };
    const confirmed = { confirmedUserId: session.signIn.userId };
    return { kind: "continue", progress: { ...interaction.parked.progress, ...confirmed } };
  },
});
