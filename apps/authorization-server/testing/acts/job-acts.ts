/** Runs jobs whose acts a test looks at. */
import { deploymentOf } from "../../src/administration/api/deployment.ts";
import { lookForConfigurationDrift } from "../../src/platform/jobs/configuration-drift.ts";
import { eraseDue } from "../../src/platform/jobs/erase-accounts.ts";
import { purgeClients } from "../../src/platform/jobs/purge/purge-clients.ts";
import type { Service } from "../service.ts";

export function jobActs({ database, deps, clock }: Pick<Service, "database" | "deps" | "clock">) {
  const runAt = (seconds = 0) => ({ database, log: deps.log, at: new Date(clock.now.getTime() + seconds * 1000) });
  return {
    lookForDrift: () => lookForConfigurationDrift({ ...runAt(), deployment: deploymentOf(undefined, deps) }),
    eraseDue: () => eraseDue(deps, clock.now),
    purgeClientsInDays: (days: number) => purgeClients({ ...runAt(days * 86_400), unusedDays: 90 }),
  };
}
