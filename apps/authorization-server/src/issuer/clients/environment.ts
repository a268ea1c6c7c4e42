/** All variables about clients. config.ts includes them. */
import { certificateEnvironment } from "./certificates/mutual-tls.ts";
import { clientDocumentsEnvironment } from "./client-documents-policy.ts";
import { openRegistrationEnvironment } from "./open-registration-policy.ts";
import { requestEnvironment } from "./request-policies.ts";

export { checkCertificateEnvironment } from "./certificates/mutual-tls.ts";
export const clientsEnvironment = requestEnvironment
  .extend(clientDocumentsEnvironment.shape)
  .extend(openRegistrationEnvironment.shape)
  .extend(certificateEnvironment.shape);
