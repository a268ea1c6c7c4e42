/** The one error of every verification here; proofs of possession and remote keys have it from the guard. */
export { type InvalidJwtError, invalidJwt, isInvalidJwt } from "@countersign/guard/parts";
