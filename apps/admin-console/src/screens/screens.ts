/** Every screen of the console. Routes, navigation and the tests of access follow from it. */
import { auditScreens } from "./audit/audit.ts";
import { clientScreens } from "./clients/clients.ts";
import { groupScreens } from "./groups/groups.ts";
import { importScreens } from "./imports/imports.ts";
import { organizationScreens } from "./organizations/organizations.ts";
import { overviewScreens } from "./overview.ts";
import { peopleScreens } from "./people/people.ts";
import { providerScreens } from "./providers/providers.ts";
import { roleScreens } from "./roles/roles.ts";
import type { Screen } from "./screen.ts";
import { searchScreens } from "./search.ts";
import { sessionScreens } from "./sessions.ts";
import { settingsScreens } from "./settings/settings.ts";
import { termsScreens } from "./terms.ts";

export const SCREENS: readonly Screen[] = [
  ...overviewScreens,
  ...searchScreens,
  ...peopleScreens,
  ...importScreens,
  ...groupScreens,
  ...organizationScreens,
  ...roleScreens,
  ...clientScreens,
  ...sessionScreens,
  ...auditScreens,
  ...settingsScreens,
  ...providerScreens,
  ...termsScreens,
];
