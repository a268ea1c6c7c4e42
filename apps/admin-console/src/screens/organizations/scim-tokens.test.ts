import { afterEach, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

const PATH = "/organizations/00000000-0000-4000-8000-000000000001/scim";

let console: TestConsole;
afterEach(() => console.close());

it("sc.1: the console gives a directory a token, and shows it once", async () => {
  const scopes = ["organizations:read", "organizations:write"];
  const answers = { ...answersWith("x"), addOrganizationScimToken: { token: "shown-only-now" } };
  console = await startConsole({ scopes, answers });
  const page = await (await console.post(PATH, { act: "add", note: " Entra ", lifetime: "180" })).text();
  expect(page).toContain("shown-only-now");
  const sent = console.sent.find(({ operation }) => operation === "addOrganizationScimToken");
  expect(sent?.input.body).toEqual({ note: "Entra", lifetime_days: 180 });
  expect(await (await console.get(PATH)).text()).not.toContain("shown-only-now");
});
