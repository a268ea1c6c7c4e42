/** What is refused of a form is said at its field, in the language of the page, on every page without a script. */
import { ApiProblem, OPERATIONS } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../testing/answers.ts";
import { startConsole, type TestConsole } from "../testing/console.ts";
import { type Form, filled, formsIn, textOf } from "../testing/forms.ts";
import { EVERY_SCOPE, sampleAddress, tabsIn } from "../testing/pages.ts";
import { SCREENS } from "./screens.ts";

let console: TestConsole;
afterEach(() => console.close());

/** What the French text about a value that is too long has. */
const TOO_LONG = "5 caractères";

/** Members of requests that are no field of the form: they come from elsewhere, or a user cannot enter them wrongly. */
const NO_FIELD: Readonly<Record<string, readonly string[]>> = {
  // Its fields are within it.
  addPerson: ["claims"],
  changePerson: ["claims"],
  // They follow from the kind.
  addClient: ["grant_types", "id_token_claims", "token_endpoint_auth_method", "profile"],
  // Taken from the address of the page.
  addRole: ["resource"],
  addProvider: ["alias"],
  // Chosen from a list, or boxes.
  invitePeopleIntoOrganization: ["lifetime"],
  addOrganizationScimToken: ["lifetime_days"],
  addImport: ["trust_verified", "allow_weak_hashes"],
  changeTrustedIssuer: ["without_consent"],
};
/** A field of one language: the API points to it by the text and the language. */
const BY_LANGUAGE = /#(\w\w(?:-\w\w)?)$/;

const pointerOf = (member: string) => {
  const [, language] = BY_LANGUAGE.exec(member) ?? [];
  return language === undefined ? `#/${member}` : `#/localized/${member.replace(BY_LANGUAGE, "")}/${language}`;
};

/** Every member of what is sent is too long. */
const refused = ({ body = {} }: { readonly body?: object }) => {
  const errors = Object.keys(body).map((member) => ({
    ...{ pointer: pointerOf(member), detail: "at most 5", code: "too_long" as const, limit: 5 },
  }));
  return new ApiProblem({ type: "urn:test", title: "No", status: 400, errors }, null);
};
const isAct = (name: string, method: string) => method !== "GET" && name !== "previewSettings";
const ACTS = Object.entries(OPERATIONS).flatMap(([name, { method }]) => (isAct(name, method) ? [name] : []));
const refusals = Object.fromEntries(ACTS.map((name) => [name, refused]));

const membersLeft = (html: string) => {
  const [problem = ""] = /id="problem"[\s\S]*?<\/div><\/div>/.exec(html) ?? [];
  return [...problem.matchAll(/<li><code>([^<]*)<\/code>/g)].map(([, name = ""]) => name);
};
/** The marks beside fields. */
const marksIn = (html: string) =>
  [...html.matchAll(/<p class="wrong error" id="[^"]*">([\s\S]*?)<\/p>/g)].map(([, text = ""]) => text);

async function send(address: string, form: Form) {
  const before = console.sent.length;
  const fields = [...filled(form), ["act", form.act], ["confirmed", "yes"]] as const;
  const answer = await console.post(address, fields, { "accept-language": "fr" });
  const acted = console.sent.slice(before).find(({ operation }) => ACTS.includes(operation));
  return { html: await answer.text(), operation: acted?.operation ?? "", body: acted?.input?.body ?? {} };
}

let members = 0;
describe("35: what is refused is said at its field, in the language of the page", () => {
  it.each(SCREENS.filter(({ acts }) => acts !== undefined).map(({ path }) => path))("%s", async (path) => {
    console = await startConsole({ scopes: EVERY_SCOPE, answers: { ...answersWith("x"), ...refusals } });
    const address = sampleAddress(path);
    for (const at of [address, ...tabsIn(await (await console.get(address)).text()).map(textOf)]) {
      for (const form of formsIn(await (await console.get(at)).text())) {
        const { html, operation, body } = await send(at, form);
        if (Object.keys(body).length === 0) continue;
        const known = NO_FIELD[operation] ?? [];
        expect
          .soft(
            membersLeft(html).filter((name) => !known.includes(name)),
            `${at} ${form.act}`,
          )
          .toEqual([]);
        const marks = marksIn(html);
        if (Object.keys(body).some((name) => !known.includes(name))) expect.soft(marks, form.act).not.toEqual([]);
        expect
          .soft(
            marks.filter((text) => !text.includes(TOO_LONG)),
            `${at} ${form.act}`,
          )
          .toEqual([]);
        members += Object.keys(body).length;
      }
    }
  });

  it("and there are many", () => expect(members).toBeGreaterThan(150));

  it.each([
    ["/people/x/delete", "delete-username", { act: "delete", username: "another" }],
    ["/organizations/x/delete", "delete-slug", { act: "delete", slug: "another" }],
    ["/clients/x/delete", "delete-client_id", { act: "delete", client_id: "another" }],
    ["/settings/looks", "save-logo-logo", { act: "save-logo" }],
    ["/imports", "upload-file", { act: "upload", source: "old-shop" }],
  ])("%s: so is what the console refuses by itself", async (address, id, fields) => {
    console = await startConsole({ scopes: EVERY_SCOPE, answers: answersWith("x") });
    const answer = await console.post(address, fields as Record<string, string>, { "accept-language": "fr" });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(new RegExp(`<input id="${id}"[^>]*>`).exec(html)?.[0]).toMatch(
      /aria-describedby="[^"]*-wrong.* aria-invalid="true"/,
    );
    expect(html).toContain(`<a href="#${id}">`);
  });
});
