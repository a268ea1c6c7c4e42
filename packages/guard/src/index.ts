export { type Access, type AuthorizationDetail, type Claims, tokenOf } from "./access.ts";
export type { Answer } from "./answer.ts";
export {
  anyScope,
  bound,
  claims,
  type Demand,
  type DetailPredicate,
  type DetailSchema,
  details,
  type StepUp,
  scopes,
  stepUp,
} from "./demands.ts";
export { proofsInMemory } from "./dpop/memory.ts";
export type { ProofMemory } from "./dpop/senders.ts";
export { type Guard, guard, type Verdict } from "./guard.ts";
export type { ResourceMetadata } from "./metadata.ts";
export type { CertificateGetter, DpopOptions, GuardOptions, IssuerOptions, RefusalEvent } from "./options.ts";
export type { GuardRequest } from "./request.ts";
