/** Acts on a verified domain whose record is gone or back. */
import {
  contest,
  type DomainActs,
  type HeldDomain,
  lapse,
  noteFound,
  noteMissing,
  noteNoAnswer,
} from "../../src/administration/organizations/domain-checks.ts";
import { type Acts, by, type Stage } from "./act.ts";
import { mail, orders } from "./scene.ts";

const acts = ({ database }: Stage): DomainActs => ({ database, mail, administration: orders });
const held = ({ ground }: Stage): HeldDomain => ({
  ...{ id: ground.domain, organizationId: ground.organization, domain: "acme.example", token: "t" },
  ...{ missingSince: null, contestedAt: null },
});
const gone = (stage: Stage): HeldDomain => ({ ...held(stage), missingSince: by.at });
const again = ["UPDATE organization_domain SET verified_at = created_at, missing_since = NULL, contested_at = NULL"];

export const DOMAIN_ACTS: Acts = {
  noteNoAnswer: (stage) => noteNoAnswer(acts(stage), held(stage), by),
  noteMissing: { given: [], after: again, act: (stage) => noteMissing(acts(stage), held(stage), by) },
  noteFound: {
    given: [`UPDATE organization_domain SET missing_since = '${by.at.toISOString()}'`],
    after: again,
    act: (stage) => noteFound(acts(stage), gone(stage), by),
  },
  contest: { given: [], after: again, act: (stage) => contest(acts(stage), held(stage), by) },
  lapse: { given: [], after: again, act: (stage) => lapse(acts(stage), held(stage), by) },
};
