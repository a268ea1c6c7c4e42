/** All replicas of both services are replaced in turn, behind each balancer: by themselves, or by force. */
import type { Fault } from "./fault.ts";

const behind = (name: "nginx" | "HAProxy", signal: "SIGTERM" | "SIGKILL"): Fault => ({
  name: signal === "SIGTERM" ? `rolling restart behind ${name}` : `SIGKILL of all replicas in turn behind ${name}`,
  away: "replica",
  isAbrupt: signal === "SIGKILL",
  async run({ balancers, replicas, use }) {
    const [first] = balancers;
    const chosen = balancers.find((balancer) => balancer.name === name);
    if (chosen === undefined || first === undefined) throw new Error(`${name} is not installed`);
    use(chosen);
    for (const replica of replicas) await replica.replace(signal);
    use(first);
  },
});

export const rollingRestarts = [behind("nginx", "SIGTERM"), behind("HAProxy", "SIGTERM")];
export const killsInTurn = [behind("nginx", "SIGKILL"), behind("HAProxy", "SIGKILL")];
