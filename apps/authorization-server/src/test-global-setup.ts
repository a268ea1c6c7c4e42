import { testServer } from "@countersign/dev/test-database";
import { inhabit } from "./testing/inhabitants.ts";
import { makeRingKeys } from "./testing/ring-keys.ts";
import { prepareTemplate } from "./testing/service-login.ts";

export default testServer(prepareTemplate, { inhabited: inhabit, keyed: makeRingKeys });
