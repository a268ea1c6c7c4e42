/** What must work for requests to be sent to this replica. `/health/ready` names what does not work. */
import type { Check } from "@countersign/service";

interface Parts {
  readonly database: { readonly pool: { query(text: string): Promise<unknown> } };
  readonly ephemeral: { readonly store: { ping(): Promise<unknown> } };
  /** Whether access tokens can be signed. */
  readonly hasSigner: () => boolean;
}

/** A standby refuses to lock rows (25006), even if there are no rows to lock, as here. */
const WRITABLE = "SELECT FROM signing_key LIMIT 0 FOR UPDATE";

export const checksOf = ({ database, ephemeral, hasSigner }: Parts): Readonly<Record<string, Check>> => ({
  database: () => database.pool.query(WRITABLE),
  ephemeral: () => ephemeral.store.ping(),
  keys: async () => {
    if (!hasSigner()) throw new Error("there is no key to sign access tokens with");
  },
});
