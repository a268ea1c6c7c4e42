import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../testing/answers.ts";
import { startConsole, type TestConsole } from "../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

describe("37: the check list of the overview", () => {
  it("is hidden in the browser that asks for it, and can be seen again", async () => {
    const scopes = ["settings:read", "settings:write", "clients:read", "clients:write", "people:read", "people:write"];
    console = await startConsole({ scopes, answers: answersWith("x") });
    const { cookie = "" } = console.signedIn();
    const page = async (path: string, kept: string) => (await console.get(path, { cookie: kept })).text();
    expect(await page("/", cookie)).toContain('id="checklist"');

    const hidden = await console.post("/", { act: "hide-checklist" });
    expect([hidden.status, hidden.headers.get("location")]).toEqual([303, "/"]);
    const [set = ""] = hidden.headers.getSetCookie();
    expect(set).toMatch(
      /^countersign-console-4004-checklist=hidden; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );

    const both = `${cookie}; ${set.split(";")[0]}`;
    expect(await page("/", both)).not.toContain('id="checklist"');
    expect(await page("/", both)).toContain('id="show-checklist"');
    expect(await page("/?checklist=shown", both)).toContain('id="checklist"');
    expect(await page("/", cookie)).toContain('id="checklist"');
  });
});
