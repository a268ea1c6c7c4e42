/** What people have at the point, and how each is tried after the restore. */

import { pause } from "../clients/answered.ts";
import {
  addPasskey,
  askForApp,
  assertAt,
  byPasskey,
  byPassword,
  confirmApp,
  FACTORS,
  PASSKEYS,
  PASSWORD,
  type Person,
  personIn,
  RESET_LINK,
  SECOND_FACTOR,
  signedUp,
} from "../clients/people.ts";
import { stepNow, totpCode } from "../clients/totp.ts";
import { codeOf, type Row, type Scene } from "./rows.ts";

const OTHER_PASSWORD = "a mountain beside nine wells";

/** Each person has a network address of their own: the services count attempts by address. */
let people = 0;
function newPerson(scene: Scene): Person {
  people += 1;
  return personIn(scene, { email: `person-${people}@restored.example`, from: `127.3.${people}.1` }, "sign-up");
}

/** Whether these pages led where they should. */
const led = (pages: () => Promise<unknown>) => async () => {
  await pages();
  return true;
};

/** An account that the operator ends by a command. */
const endedAccount = (what: string, command: "delete" | "disable"): Row => ({
  what,
  must: "refused",
  async make(scene) {
    people += 1;
    const name = `${command}-${people}`;
    scene.command(["users", "add", name, "--password-stdin"], PASSWORD);
    await codeOf(scene, name, PASSWORD);
    return {
      goOn: async () => scene.command(["users", command, name]),
      works: led(() => codeOf(scene, name, PASSWORD)),
    };
  },
});

async function passkeyOf(scene: Scene) {
  const person = newPerson(scene);
  const own = await signedUp(person);
  const key = await addPasskey(own, await own.open(PASSKEYS), person);
  return {
    person,
    works: led(async () => {
      const browser = person.browser();
      await byPasskey(browser, await browser.open(PASSKEYS), person, key);
    }),
  };
}

async function appOf(scene: Scene) {
  const person = newPerson(scene);
  const own = await signedUp(person);
  const { secret, used } = await confirmApp(own, await askForApp(own));
  const type = (step: number) => async () => {
    const { own: browser, page } = await byPassword(person, FACTORS);
    const code = totpCode(secret, step);
    assertAt(await browser.submit(page, SECOND_FACTOR, { code, action: "confirm" }), FACTORS);
  };
  return { used, type };
}

export const ROWS_OF_PEOPLE: readonly Row[] = [
  endedAccount("an account that was erased", "delete"),
  endedAccount("an account that was disabled", "disable"),
  {
    what: "a person who signed up after the point",
    must: "refused",
    async make(scene) {
      const person = newPerson(scene);
      return { goOn: () => signedUp(person), works: led(() => codeOf(scene, person.email, PASSWORD)) };
    },
  },
  {
    what: "a link for a new password that was used",
    must: "refused",
    async make(scene) {
      const person = newPerson(scene);
      await signedUp(person);
      const own = person.browser();
      await own.submit(await own.open("/forgot-password"), "/forgot-password", { email: person.email });
      const link = await person.mailed(RESET_LINK);
      const use = async () => {
        const browser = person.browser();
        await browser.submit(await browser.open(link), "/reset-password", { "new-password": OTHER_PASSWORD });
      };
      return { goOn: use, works: led(use) };
    },
  },
  {
    what: "a passkey that was removed",
    must: "refused",
    async make(scene) {
      const { person, works } = await passkeyOf(scene);
      return { goOn: async () => scene.command(["users", "reset-factors", person.email, "--reason", "lost"]), works };
    },
  },
  { what: "a passkey", must: "works", make: passkeyOf },
  {
    what: "a code of an authenticator app that was used",
    must: "refused",
    async make(scene) {
      const { used, type } = await appOf(scene);
      let step = used;
      return {
        async goOn() {
          step = Math.max(used + 1, stepNow());
          await type(step)();
        },
        works: () => led(type(step))(),
      };
    },
  },
  {
    what: "an authenticator app",
    must: "works",
    async make(scene) {
      const { type } = await appOf(scene);
      // The codes of this step and of the next one are void as well.
      const next = () => stepNow() + 2;
      return {
        works: led(async () => {
          const step = next();
          while (stepNow() < step) await pause(1000);
          await type(step)();
        }),
      };
    },
  },
];
