/**
 * Runs `act` once for all callers that use the same key while it is in progress. They share its outcome. This works
 * within one process only. With several replicas, a lock in the shared store does the same.
 */
export function singleFlight<V>(): (key: string, act: () => Promise<V>) => Promise<V> {
  const underWay = new Map<string, Promise<V>>();
  return (key, act) => {
    const running = underWay.get(key) ?? act().finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };
}
