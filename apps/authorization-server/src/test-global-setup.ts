import { testServer } from "@countersign/dev/test-database";
import { prepareTemplate } from "./testing/service-login.ts";

export default testServer(prepareTemplate);
