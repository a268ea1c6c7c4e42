import { testServer } from "@countersign/dev/test-database";
import { inhabit } from "./testing/inhabitants.ts";
import { prepareTemplate } from "./testing/service-login.ts";

export default testServer(prepareTemplate, inhabit);
