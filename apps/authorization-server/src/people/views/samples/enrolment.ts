/** Sample data for the pages on which a person sets up a second factor that a request needs. */
import { REQUEST, type Sample, sample } from "./sample.ts";

const address = "a…@example.com";
const secret = { qr: { size: 9, path: "M0 0h1v1h-1z" }, key: "ABCD" };

export const ENROLMENT_SAMPLES: readonly Sample[] = [
  ...sample(
    "enrol",
    { ...REQUEST, address, factors: ["totp", "passkey"] },
    { ...REQUEST, address, factors: ["passkey"], problem: "too_many", minutes: 5 },
    { ...REQUEST, address: undefined, factors: ["totp"] },
  ),
  ...sample(
    "enrolCode",
    { ...REQUEST, address, resent: false },
    { ...REQUEST, address, resent: true },
    { ...REQUEST, address, resent: false, problem: "malformed_code" },
    { ...REQUEST, address, resent: false, problem: "wrong_code" },
    { ...REQUEST, address, resent: false, problem: "void_code" },
    { ...REQUEST, address, resent: false, problem: "too_many", minutes: 1 },
  ),
  ...sample(
    "enrolTotp",
    { ...REQUEST, secret },
    { ...REQUEST, secret, problem: "wrong_code" },
    { ...REQUEST, secret: undefined, problem: "too_many" },
  ),
  ...sample("enrolPasskey", { ...REQUEST, options: "{}" }, { ...REQUEST, options: "{}", problem: "not_verified" }),
  ...sample("enrolRecoveryCodes", { ...REQUEST, codes: ["1-ABCD-EFGH-IJKL-MNOP"] }, { ...REQUEST, codes: undefined }),
];
