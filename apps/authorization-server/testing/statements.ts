/**
 * Whether what was sent to the database is of no request. The key ring and the settings ask for their versions at times
 * of their own, and hooks, clients and resource servers are remembered for two seconds.
 */
export const isOfPoll = (message: string): boolean =>
  /signing-key|setting-version|FROM hook |client-find|resource-(?:find|of-scopes)/.test(message);
