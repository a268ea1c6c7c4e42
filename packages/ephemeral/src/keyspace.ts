/** Names in the store: separate for each issuer, of bounded length, and revealing nothing of a key but its noun. */
import { hash } from "node:crypto";

export interface Keyspace {
  /** The stored name of a key, a set or the counter of a rate limit. */
  name(kind: "entry" | "set" | "limit", key: string): string;
  /** The stored name of the birth marker of the part that holds `key`. */
  birth(key: string): string;
  /** The stored names of all birth markers. */
  readonly births: readonly string[];
}

/**
 * The names of one issuer.
 *
 * The braces are a Redis Cluster hash tag. All names of one part share a slot, so Redis loses a part as a whole or not
 * at all, together with its birth marker.
 *
 * @param parts over how many slots the names are spread: 1 to 16
 */
export function keyspace(issuer: string, parts: number): Keyspace {
  const prefix = sha256(issuer).toString("hex").slice(0, 12);
  const part = (hash: Buffer) => `countersign:{${prefix}.${(hash[0] ?? 0) % parts}}`;

  return {
    name(kind, key) {
      const hash = sha256(key);
      return `${part(hash)}:${kind}:${nounOf(key)}:${hash.toString("base64url")}`;
    },
    // The marker was called `born` before it held a server's run. Replicas of that version go on with their own marker.
    birth: (key) => `${part(sha256(key))}:birth`,
    births: Array.from({ length: parts }, (_, index) => `countersign:{${prefix}.${index}}:birth`),
  };
}

const NOUN = /^([a-z][a-z0-9-]{0,39}):/;

/**
 * Helps an operator who looks into the store. A key without a colon has no noun: it may be secret from its first
 * letter.
 */
function nounOf(key: string): string {
  return NOUN.exec(key)?.[1] ?? "key";
}

function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
