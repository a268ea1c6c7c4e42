/** Claims as an operator writes them: `name=value`, and `address.locality=value` for the members of the address. */
import { InvalidArgumentError } from "commander";

export type ClaimArguments = Readonly<Record<string, unknown>>;

const CLAIM = /^([a-z_]+)(?:\.([a-z_]+))?=(.*)$/s;

/** Adds one `name=value` to the claims before it. The rules check later whether such a claim exists. */
export function collectClaim(text: string, before: ClaimArguments = {}): ClaimArguments {
  const [, name = "", member, value = ""] = CLAIM.exec(text) ?? [];
  if (name === "") throw new InvalidArgumentError("Write it as name=value.");
  if (member === undefined) return withMember(before, name, typed(name, value));

  return { ...before, [name]: withMember((before[name] ?? {}) as ClaimArguments, member, value) };
}

function withMember(object: ClaimArguments, name: string, value: unknown): ClaimArguments {
  if (typeof object !== "object") throw new InvalidArgumentError("It is one value and an object at the same time.");
  if (Object.hasOwn(object, name)) throw new InvalidArgumentError(`${name} is given twice.`);
  return { ...object, [name]: value };
}

// OIDC Core §5.1: apart from the address, the only claims an operator sets that are not strings are these booleans.
function typed(name: string, value: string): string | boolean {
  if (!name.endsWith("_verified")) return value;
  if (value === "true" || value === "false") return value === "true";
  throw new InvalidArgumentError(`${name} is true or false.`);
}
