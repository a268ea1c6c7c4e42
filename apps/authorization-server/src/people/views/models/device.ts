/** The pages for the code of a device without a browser (RFC 8628): the data that each shows. */
import type { AccountModel } from "./account.ts";
import type { RequestModel } from "./authorization.ts";
import type { Found } from "./errors.ts";

export type DeviceCodeProblem = "malformed" | "unknown" | "too_many";

interface DeviceModel extends AccountModel {
  /** The code that a link filled in, or that the person typed. */
  readonly typed: string;
  readonly problem: DeviceCodeProblem | undefined;
  /** How long to wait, if too many codes were wrong. */
  readonly minutes: number | undefined;
}

interface DeviceConfirmModel extends RequestModel {
  readonly person: string;
  /** What the device says it is; undefined if it named nothing that we know. */
  readonly browser: string | undefined;
  readonly system: string | undefined;
  /** The network that the request came from, and that of this browser. */
  readonly network: string;
  readonly ownNetwork: string;
  readonly startedAt: Date;
  /** The time zone of the person, and the time of now, for words such as “5 min ago”. */
  readonly zone?: string | undefined;
  readonly now?: Date | undefined;
}

/** How the request of a device ended. The texts are `device.done.<end>`. */
export const DEVICE_ENDS = ["approved", "denied", "used", "expired", "failed"] as const;
export type DeviceEnd = (typeof DEVICE_ENDS)[number];

interface DeviceDoneModel extends Found {
  readonly end: DeviceEnd;
  /** The paths where the person types another code, and where they see what applications may do. */
  readonly again: string;
  readonly applications: string;
}

export interface DevicePages {
  device(model: DeviceModel): string;
  deviceConfirm(model: DeviceConfirmModel): string;
  deviceDone(model: DeviceDoneModel): string;
}

/** The template of each page. */
export const DEVICE_TEMPLATES: Readonly<Record<keyof DevicePages, string>> = {
  device: "device/code",
  deviceConfirm: "device/confirm",
  deviceDone: "device/done",
};
