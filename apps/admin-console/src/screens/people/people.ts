import type { Screen } from "../screen.ts";
import { personDeletion } from "./delete-person.ts";
import { listInvitations, oneInvitation } from "./invitations.ts";
import { invitePeople } from "./invite-people.ts";
import { listPeople } from "./list-people.ts";
import { newPerson } from "./new-person.ts";
import { onePerson } from "./one-person.ts";
import { factorReset } from "./reset-factors.ts";

export const peopleScreens: readonly Screen[] = [
  listPeople,
  newPerson,
  invitePeople,
  listInvitations,
  oneInvitation,
  onePerson,
  personDeletion,
  factorReset,
];
