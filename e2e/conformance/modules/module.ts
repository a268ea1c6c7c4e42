import type { Provider } from "../suite/provider.ts";

/**
 * One check. It runs against the provider as a client of the running plan, and throws when a requirement is not met.
 */
export type Module = (provider: Provider) => Promise<void>;
