/** All replicas of both services are replaced, one after the other, behind each balancer. */
import type { Fault } from "./fault.ts";

const behind = (name: "nginx" | "HAProxy"): Fault => ({
  name: `rolling restart behind ${name}`,
  away: "replica",
  async run({ balancers, replicas, use }) {
    const [first] = balancers;
    const chosen = balancers.find((balancer) => balancer.name === name);
    if (chosen === undefined || first === undefined) throw new Error(`${name} is not installed`);
    use(chosen);
    for (const replica of replicas) await replica.replace("SIGTERM");
    use(first);
  },
});

export const rollingRestartBehindNginx = behind("nginx");
export const rollingRestartBehindHaproxy = behind("HAProxy");
