import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { paths } from "../../paths.ts";
import { forgotPassword } from "./forgot-password.ts";
import { resetPassword } from "./reset-password.ts";

/** The pages about links that set a password, by path. Without mail there are none. */
export function passwordLinks(deps: Dependencies): readonly (readonly [string, Readonly<Record<string, Handler>>])[] {
  const reset = [paths.resetPassword, resetPassword(deps)] as const;
  return deps.mail.isOn ? [reset, [paths.forgotPassword, forgotPassword(deps)]] : [reset];
}
