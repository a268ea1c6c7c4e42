/** The hooks of a deployment, as requests call them. A change of a hook counts within two seconds. */
import { createHash } from "node:crypto";
import { isLocalHttp, ProtocolError } from "@countersign/rules";
import type { Logger } from "@countersign/service";
import { LRUCache } from "lru-cache";
import {
  type GuardedFetch,
  type GuardedFetchOptions,
  openGuardedFetch,
} from "../../platform/outbound/guarded-fetch.ts";
import type { CallableHook, DecisionKind, HookStore } from "../../platform/stores/hooks/hooks.ts";
import type { SealedTexts } from "../keys/sealed-texts.ts";
import type { AskedForClaims } from "../tokens/mapping/made-claims.ts";
import { addedClaims } from "./added-claims.ts";
import { type HookCounts, openAsking } from "./asking.ts";
import { type Decision, decisionIn } from "./decision.ts";
import { type Asked, type Trial, tryHook } from "./trial.ts";

const KNOWN_MS = 2000;
/** Each has at most 8 KB. */
const MOST_ANSWERS = 1000;

export interface Hooks {
  /**
   * The claims that a hook adds. Without an answer there are none, or it throws `temporarily_unavailable`, as the hook
   * is set up.
   */
  claims(
    hookId: string,
    asked: () => Promise<AskedForClaims>,
    scopes: readonly string[],
  ): Promise<Record<string, unknown>>;
  /**
   * What the hook of this kind decides; `allow` if there is none. It calls for what the hook is told only if there is
   * one. Without an answer it is what the hook is set up for.
   *
   * @param isReachable whether a person can reach an `acr` here; without it none can be required
   */
  decide(kind: DecisionKind, asked: () => unknown, isReachable?: (acr: string) => boolean): Promise<Decision>;
  /** Asks a hook as a test, also one that is disabled: nothing is done. `undefined` if there is no such hook. */
  trial(hookId: string, asked: Asked): Promise<Trial | undefined>;
  /** Whether a hook could be at this address, judged only by the address. */
  reaches(url: string): boolean;
  /** How many calls were answered and not answered since the start, and the time that they took in seconds. */
  counts(): HookCounts;
  close(): Promise<void>;
}

export interface HookParts {
  readonly store: HookStore;
  readonly texts: Pick<SealedTexts, "open">;
  readonly config: {
    readonly ISSUER: string;
    readonly OUTBOUND_ALLOWED_HOSTS: GuardedFetchOptions["allowedHosts"];
    readonly OUTBOUND_CA?: string | undefined;
  };
  readonly now: () => Date;
  readonly log: Pick<Logger, "info" | "error">;
  /** Sends the requests. By default hooks have a fetcher of their own. */
  readonly outbound?: Pick<GuardedFetch, "exchange" | "mayFetch" | "close">;
}

export function openHooks(given: HookParts): Hooks {
  const { store, outbound, ...parts } = { outbound: outboundOf(given.config), ...given };
  const known = new LRUCache<string, { readonly hook: CallableHook | undefined }>({ max: 100, ttl: KNOWN_MS });
  const answers = new LRUCache<string, Record<string, unknown>>({ max: MOST_ANSWERS, ttl: KNOWN_MS });
  const { ask, counts } = openAsking({ ...parts, outbound });

  const hookOf = async (key: string, find: (at: Date) => Promise<CallableHook | undefined>) => {
    const found = known.get(key) ?? { hook: await find(parts.now()) };
    known.set(key, found, { ttl: known.getRemainingTTL(key) || KNOWN_MS });
    return found.hook;
  };

  return {
    async claims(hookId, asked, scopes) {
      const hook = await hookOf(hookId, (at) => store.enabled(hookId, at));
      const isMeant = hook?.scopes.length === 0 || hook?.scopes.some((scope) => scopes.includes(scope)) === true;
      if (hook === undefined || !isMeant) return {};
      const data = await asked();
      const key = createHash("sha256")
        .update(JSON.stringify([hookId, data]))
        .digest("base64url");
      const added = answers.get(key) ?? (await ask(hook, "claims", data, (answer) => addedClaims(answer, hook.claims)));
      if (added !== undefined) {
        if (hook.cacheSeconds > 0 && !answers.has(key)) answers.set(key, added, { ttl: hook.cacheSeconds * 1000 });
        return Object.fromEntries(Object.entries(added).filter(([name]) => hook.claims.includes(name)));
      }
      if (hook.onError === "omit") return {};
      throw new ProtocolError("temporarily_unavailable", "a service that this client needs does not answer");
    },

    async decide(kind, asked, isReachable) {
      const hook = await hookOf(kind, (at) => store.enabledOf(kind, at));
      if (hook === undefined) return { verdict: "allow" };
      const decision = await ask(hook, kind, asked(), (answer) => decisionIn(answer, isReachable));
      if (decision?.verdict === "deny") parts.log.info({ hook: hook.id, type: kind }, "a hook denied");
      if (decision !== undefined) return decision;
      return hook.onError === "allow" ? { verdict: "allow" } : { verdict: "deny", text: "later" };
    },

    async trial(hookId, asked) {
      const hook = await store.one(hookId, parts.now());
      return hook && tryHook(hook, asked, { ...parts, outbound });
    },

    reaches: (url) => outbound.mayFetch(url),
    counts,
    close: () => outbound.close(),
  };
}

const outboundOf = ({ ISSUER, OUTBOUND_ALLOWED_HOSTS: allowedHosts, OUTBOUND_CA: extraCa }: HookParts["config"]) =>
  openGuardedFetch({ allowedHosts, extraCa, plainHttp: isLocalHttp(ISSUER) });
