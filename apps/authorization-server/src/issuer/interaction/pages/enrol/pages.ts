/** The pages on which a person sets up a second factor that a request needs, by path. */
import type { Dependencies } from "../../../../dependencies.ts";
import { paths } from "../../../../paths.ts";
import { enrolCode } from "./code.ts";
import { enrolPasskey } from "./passkey.ts";
import { enrolRecoveryCodes } from "./recovery-codes.ts";
import { enrol } from "./start.ts";
import { enrolTotp } from "./totp.ts";

/** @param browser the caller of pages of a request */
export const enrolPages = <C>(deps: Dependencies, browser: C) => ({
  [paths.enrol]: { caller: browser, methods: enrol(deps) },
  [paths.enrolCode]: { caller: browser, methods: enrolCode(deps) },
  [paths.enrolTotp]: { caller: browser, methods: enrolTotp(deps) },
  [paths.enrolPasskey]: { caller: browser, methods: enrolPasskey(deps) },
  [paths.enrolRecoveryCodes]: { caller: browser, methods: enrolRecoveryCodes(deps) },
});
