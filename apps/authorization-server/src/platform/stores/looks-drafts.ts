/** Looks that an administrator tries before they are saved. They are shown by one address, for ten minutes. */
import type { Ephemeral } from "@countersign/ephemeral";
import { newSecret } from "@countersign/rules";

type Values = Readonly<Record<string, unknown>>;

export interface LooksDrafts {
  /** Keeps settings, and returns the secret that finds them. */
  keep(values: Values): Promise<string>;
  find(secret: string): Promise<Values | undefined>;
}

const TTL_SECONDS = 600;

const keyOf = (secret: string) => `looks-draft:${secret}`;

export const looksDrafts = ({ store }: Pick<Ephemeral, "store">): LooksDrafts => ({
  async keep(values) {
    const secret = newSecret();
    await store.apply([{ do: "put", key: keyOf(secret), value: JSON.stringify(values), ttlSeconds: TTL_SECONDS }]);
    return secret;
  },
  async find(secret) {
    const text = await store.get(keyOf(secret));
    return text === undefined ? undefined : (JSON.parse(text) as Values);
  },
});
