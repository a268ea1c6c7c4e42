/** What remembers the JWTs of clients that are accepted once. */
import { clientAssertionStore } from "./client-assertions.ts";
import { grantAssertionStore } from "./grant-assertions.ts";
import type { oneTimeJwts } from "./one-time-jwts.ts";
import { requestObjectStore } from "./request-objects.ts";

export const usedJwts = (parts: Parameters<typeof oneTimeJwts>[1]) => ({
  clientAssertions: clientAssertionStore(parts),
  grantAssertions: grantAssertionStore(parts),
  requestObjects: requestObjectStore(parts),
});
