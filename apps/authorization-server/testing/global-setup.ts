import { testServer } from "@countersign/dev/test-database";
import { inhabit } from "./inhabitants.ts";
import { makeRingKeys } from "./ring-keys.ts";
import { prepareTemplate } from "./servers/service-login.ts";

export default testServer(prepareTemplate, { inhabited: inhabit, keyed: makeRingKeys });
