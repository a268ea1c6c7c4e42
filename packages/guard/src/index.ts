export { type Access, type AuthorizationDetail, type Claims, tokenOf } from "./access.ts";
export type { Answer } from "./answer.ts";
export { clientCertHeader, connectionCertificate } from "./certificates.ts";
export {
  anyScope,
  bound,
  claims,
  type Demand,
  type DetailPredicate,
  type DetailSchema,
  details,
  live,
  type StepUp,
  scopes,
  stepUp,
} from "./demands.ts";
export { proofsInMemory } from "./dpop/memory.ts";
export type { ProofMemory } from "./dpop/senders.ts";
export { type Guard, guard, type Verdict } from "./guard.ts";
export type { ResourceMetadata } from "./metadata.ts";
export type {
  CertificateGetter,
  DpopOptions,
  GuardOptions,
  IntrospectionOptions,
  IssuerOptions,
  RefusalEvent,
} from "./options.ts";
export type { GuardRequest } from "./request.ts";
