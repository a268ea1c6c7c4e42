/** All variables about clients. config.ts includes them. */
import { clientDocumentsEnvironment } from "./client-documents-policy.ts";
import { pushedRequestsEnvironment } from "./pushed-requests-policy.ts";

export const clientsEnvironment = pushedRequestsEnvironment.extend(clientDocumentsEnvironment.shape);
