import type { Screen } from "../screen.ts";
import { personDeletion } from "./delete-person.ts";
import { invitePerson, oneInvitation } from "./invitations.ts";
import { listPeople } from "./list-people.ts";
import { newPerson } from "./new-person.ts";
import { onePerson } from "./one-person.ts";
import { factorReset } from "./reset-factors.ts";

export const peopleScreens: readonly Screen[] = [
  listPeople,
  newPerson,
  invitePerson,
  oneInvitation,
  onePerson,
  personDeletion,
  factorReset,
];
