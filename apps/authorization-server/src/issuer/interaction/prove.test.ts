import type { Factor, Facts, Level, Proof, SignIn } from "@countersign/rules";
import { describe, expect, it } from "vitest";
import type { Waiting } from "./interaction.ts";
import { prove } from "./prove.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const later = new Date("2030-01-01T12:01:00Z");
const password = (at: Date): Proof => ({ factor: "password", at });
const code = (at: Date) => ({ factor: "code", at }) as unknown as Proof;

/** A deployment in which only a password is a weaker level than a password and a code. */
const levels = [
  { factors: ["password"], amr: ["pwd"], acr: "password" },
  { factors: ["password", "code"], amr: ["pwd", "otp", "mfa"], acr: "mfa" },
] as unknown as readonly Level[];

/** Proves a factor for a waiting request, and returns the result. */
async function proving(
  essentialAcrs: readonly string[] | undefined,
  progress: Waiting["parked"]["progress"],
  proof: Proof,
  userId = "alice",
) {
  const made: SignIn[] = [];
  const cookies: string[] = [];
  const asked: unknown[] = [];
  const request = { claims: { essentialAcrs }, acrValues: [], prompt: [] };
  const interaction = { request, parked: { progress } } as unknown as Waiting;
  const facts = { request, progress, levels, now: later, signIn: undefined } as unknown as Facts;
  const deps = {
    sessions: {
      signIn: async (_: string | undefined, signIn: SignIn) => {
        made.push(signIn);
        return "secret";
      },
    },
    cookies: {
      session: () => undefined,
      device: () => undefined,
      rememberedDevice: () => undefined,
      setSession: () => cookies.push("session"),
      setDevice: () => cookies.push("device"),
    },
    devices: { remember: () => "device", isAtHome: () => true },
    now: () => noon,
    blockedAddresses: { hasDomains: () => false, refusal: async () => undefined },
    hooks: {
      decide: async (_: string, data: () => { user_id: string }) => {
        asked.push(data().user_id);
        return { verdict: "allow" };
      },
    },
  } as unknown as Parameters<typeof prove>[2];
  const from = { address: "192.0.2.1" };
  const call = { ...from, from, req: { headers: {} } } as unknown as Parameters<typeof prove>[3];
  const proven = { userId, proof, has: ["password", "code"] as unknown as readonly Factor[], username: "Alice" };
  return { progress: await prove({ interaction, facts }, proven, deps, call), made, cookies, asked };
}

const halfWay = { another: true, proving: { userId: "alice", proofs: [password(noon)] } };

describe("a session is created once no factor is missing", () => {
  it("one sufficient proof creates it, and nothing is stored in the progress", async () => {
    const { progress, made, cookies } = await proving(undefined, { another: true }, password(noon));
    expect(made).toEqual([
      { userId: "alice", authenticatedAt: noon, amr: ["pwd"], acr: "password", proofs: [password(noon)] },
    ]);
    expect(cookies).toEqual(["session", "device"]);
    expect(progress).toEqual({ another: true, signedInUserId: "alice" });
  });

  it("while a factor is missing there is no session, and no device cookie", async () => {
    const { progress, made, cookies } = await proving(["mfa"], { another: true }, password(noon));
    expect([made, cookies]).toEqual([[], []]);
    expect(progress).toEqual(halfWay);
  });

  it("the missing proof creates it, and the proofs are removed from the progress", async () => {
    const { progress, made, cookies } = await proving(["mfa"], halfWay, code(later));
    const proofs = [password(noon), code(later)];
    expect(made).toEqual([{ userId: "alice", authenticatedAt: later, amr: ["pwd", "otp", "mfa"], acr: "mfa", proofs }]);
    expect(cookies).toEqual(["session", "device"]);
    expect(progress).toEqual({ another: true, signedInUserId: "alice" });
  });

  it("the same proof again does not count as the missing one", async () => {
    const { progress, made } = await proving(["mfa"], halfWay, password(later));
    expect(made).toEqual([]);
    expect(progress.proving?.proofs).toEqual([password(noon), password(later)]);
  });

  it("a proof of one person does not count for another", async () => {
    const { progress, made } = await proving(["mfa"], halfWay, code(later), "mallory");
    expect(made).toEqual([]);
    expect(progress.proving).toEqual({ userId: "mallory", proofs: [code(later)] });
  });

  it("ev.9: a hook is asked about each person, once", async () => {
    expect((await proving(undefined, {}, password(noon))).asked).toEqual(["alice"]);
    const demanded = { userId: "alice", acr: "password" };
    expect((await proving(undefined, { demanded }, password(noon))).asked).toEqual([]);
    const other = await proving(undefined, { demanded: { ...demanded, acr: "mfa" } }, password(noon), "mallory");
    expect([other.asked, other.made.length]).toEqual([["mallory"], 1]);
    expect(other.progress).toEqual({ signedInUserId: "mallory" });
  });
});
