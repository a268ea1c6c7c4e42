/** Key-encryption keys seal private keys at rest. They come from the environment and are never stored. */
import type { KeyEncryptionKey } from "@countersign/jwt";

const KEY_BYTES = 32;
const ID = /^[A-Za-z0-9_-]{1,32}$/;

/**
 * Parses `id:key,id:key`: each key is 32 bytes in base64url. The first seals, all open. Throws an Error that states the
 * problem and contains no key.
 */
export function parseKeyEncryptionKeys(text: string): readonly [KeyEncryptionKey, ...KeyEncryptionKey[]] {
  const keys = text.split(",").map((pair, index) => parsePair(pair.trim(), index + 1));
  const [first, ...others] = keys;
  if (first === undefined) throw new Error("at least one key is needed");
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error("two keys have the same id");

  return [first, ...others];
}

function parsePair(pair: string, position: number): KeyEncryptionKey {
  const [, id = "", encoded = ""] = /^([^:]*):(.*)$/s.exec(pair) ?? [];
  if (!ID.test(id)) throw new Error(`key ${position} must be written as id:key, the id of letters, digits, - and _`);

  const key = /^[A-Za-z0-9_-]*$/.test(encoded) ? Buffer.from(encoded, "base64url") : Buffer.alloc(0);
  if (key.length !== KEY_BYTES) throw new Error(`key ${id} must be ${KEY_BYTES} bytes in base64url`);
  return { id, key };
}
