import { afterEach, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

it("37: a test email is sent from the list of emails, by those who may", async () => {
  const answers = { ...answersWith("x"), sendTestMail: undefined };
  console = await startConsole({ scopes: ["settings:read", "settings:write"], answers });
  const sent = await console.post("/settings/mails", { act: "send-test" });
  expect(sent.headers.get("location")).toBe("/settings/mails?done=test_mail_sent");
  expect(console.sent.map(({ operation }) => operation)).toContain("sendTestMail");
  const page = await (await console.get("/settings/mails?done=test_mail_sent")).text();
  expect(page).toContain("Test email sent");
  expect(page.slice(page.indexOf('class="title"'), page.indexOf("<section"))).toContain('value="send-test"');
  expect(page.split('value="send-test"')).toHaveLength(2);
  await console.close();

  console = await startConsole({ scopes: ["settings:read"], answers });
  expect(await (await console.get("/settings/mails")).text()).not.toContain("send-test");
});
