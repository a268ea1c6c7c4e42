import { migrate } from "@countersign/database/migrate";
import { testServer } from "@countersign/dev/test-database";

export default testServer(migrate);
