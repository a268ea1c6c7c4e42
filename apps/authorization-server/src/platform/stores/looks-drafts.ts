/** Looks that an administrator tries before they are saved. They are shown by one address, for ten minutes. */
import type { Ephemeral } from "@countersign/ephemeral";
import { newSecret } from "@countersign/rules";

interface LooksDraft {
  readonly values: Readonly<Record<string, unknown>>;
  /** The origins of the client that made it: its pages may frame the preview. */
  readonly framedBy: readonly string[];
}

export interface LooksDrafts {
  /** Keeps settings, and returns the secret that finds them. */
  keep(draft: LooksDraft): Promise<string>;
  find(secret: string): Promise<LooksDraft | undefined>;
}

const TTL_SECONDS = 600;

const keyOf = (secret: string) => `looks-draft:${secret}`;

export const looksDrafts = ({ store }: Pick<Ephemeral, "store">): LooksDrafts => ({
  async keep(draft) {
    const secret = newSecret();
    await store.apply([{ do: "put", key: keyOf(secret), value: JSON.stringify(draft), ttlSeconds: TTL_SECONDS }]);
    return secret;
  },
  async find(secret) {
    const text = await store.get(keyOf(secret));
    const draft = text === undefined ? undefined : (JSON.parse(text) as Partial<LooksDraft>);
    // A draft of an earlier version has settings only, and its client makes another one.
    return draft?.values && draft.framedBy ? { values: draft.values, framedBy: draft.framedBy } : undefined;
  },
});
