/** Names in the store: apart for each issuer, of bounded length, and telling nothing but the noun. */
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
 * The braces are a Redis Cluster hash tag: everything in one part shares a slot, so a part is lost as a whole or not
 * at all, and its birth marker with it.
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
    // Before it held a server's run, the marker was called `born`; replicas of then go on with theirs.
    birth: (key) => `${part(sha256(key))}:birth`,
    births: Array.from({ length: parts }, (_, index) => `countersign:{${prefix}.${index}}:birth`),
  };
}

const NOUN = /^([a-z][a-z0-9-]{0,39}):/;

/** For the operator who looks into the store. A key without a noun has none: it may be secret from its first letter. */
function nounOf(key: string): string {
  return NOUN.exec(key)?.[1] ?? "key";
}

function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
