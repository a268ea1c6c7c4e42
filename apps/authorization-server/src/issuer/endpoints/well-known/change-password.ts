/**
 * The address at which password managers look for the page on which a person changes the password: A Well-Known URL for
 * Changing Passwords §3. It is at the host, regardless of the issuer's path.
 */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { pathBelow, paths } from "../../../paths.ts";

export function changePasswordAddress({ issuer }: Pick<Dependencies, "issuer">): Handler {
  return (call) => call.redirect(pathBelow(issuer, paths.accountPassword));
}
