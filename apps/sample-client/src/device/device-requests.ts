/**
 * The sign-in of a device while it waits: RFC 8628 §3.2. A real television would keep this in its memory. Here the
 * browser that plays one keeps it in a sealed cookie, so this server stores nothing for those who never come back.
 */
import type { Request, Response } from "express";
import { z } from "zod";
import type { Config } from "../config.ts";
import { boundedMemory } from "../session/bounded-memory.ts";
import { readCookie, writeCookie } from "../session/cookies.ts";
import { hashOf } from "../session/secrets.ts";
import { openSeal } from "../sign-in/seal.ts";

const COOKIE = "sample_client_device";
const LONGEST_SECONDS = 3600;
const FINISHED = 10_000;

const waiting = z.object({
  deviceCode: z.string(),
  userCode: z.string(),
  verificationUri: z.string(),
  /** The same with the code filled in, for the QR code. Not every provider has it. */
  verificationUriComplete: z.string().optional(),
  /** The time to wait between two polls. It only ever grows: §3.5. */
  intervalMs: z.number(),
  /** When the provider was asked last, and until when it waits, in milliseconds since 1970. */
  askedAt: z.number(),
  expiresAt: z.number(),
});

export type WaitingDevice = Readonly<z.output<typeof waiting>>;

export interface DeviceRequests {
  /** @throws ProtocolError cookie_repeated */
  read(req: Request): Promise<WaitingDevice | undefined>;
  keep(res: Response, device: WaitingDevice): Promise<void>;
  forget(res: Response): void;
  /**
   * Marks a device code as the one that a session began with. Returns false if it is marked already: a provider ends
   * what a code gave if the code comes again.
   */
  finish(device: WaitingDevice): boolean;
}

type Settings = Pick<Config, "secure" | "issuer" | "clientId" | "cookieSecret">;

export function openDeviceRequests(config: Settings, now: () => Date): DeviceRequests {
  const { issuer, clientId, cookieSecret: secret } = config;
  const seal = openSeal({ secret, purpose: JSON.stringify(["device", issuer, clientId]) }, now);
  const finished = boundedMemory<true>({ max: FINISHED, ttlSeconds: LONGEST_SECONDS }, () => now().getTime());

  return {
    async read(req) {
      const sealed = readCookie(req, COOKIE, config);
      const content = sealed === undefined ? undefined : await seal.open(sealed);
      const device = waiting.safeParse(content).data;
      return device === undefined || finished.has(hashOf(device.deviceCode)) ? undefined : device;
    },

    async keep(res, device) {
      const value = await seal.close(device, new Date(device.expiresAt));
      const maxAgeSeconds = Math.ceil((device.expiresAt - now().getTime()) / 1000);
      writeCookie(res, { name: COOKIE, value, maxAgeSeconds: Math.min(maxAgeSeconds, LONGEST_SECONDS) }, config);
    },

    forget: (res) => writeCookie(res, { name: COOKIE, value: "", maxAgeSeconds: 0 }, config),

    finish({ deviceCode }) {
      const key = hashOf(deviceCode);
      if (finished.has(key)) return false;
      finished.set(key, true);
      return true;
    },
  };
}
