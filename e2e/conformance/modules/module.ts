import type { Provider } from "../suite/provider.ts";

/** One check: it runs against the provider as a client of the running plan, and throws when something does not hold. */
export type Module = (provider: Provider) => Promise<void>;
