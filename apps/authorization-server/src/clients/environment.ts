/** All variables about clients. config.ts includes them. */
import { clientDocumentsEnvironment } from "./client-documents-policy.ts";
import { requestEnvironment } from "./request-policies.ts";

export const clientsEnvironment = requestEnvironment.extend(clientDocumentsEnvironment.shape);
