/**
 * Runs `act` once for all who ask with the same key while it is under way; they share its outcome.
 * Within this process only: with several replicas, a lock in the shared store does the same.
 */
export function singleFlight<V>(): (key: string, act: () => Promise<V>) => Promise<V> {
  const underWay = new Map<string, Promise<V>>();
  return (key, act) => {
    const running = underWay.get(key) ?? act().finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };
}
