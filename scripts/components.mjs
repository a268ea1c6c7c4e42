// The sheets of components, each part in each of its states, in light and dark: `npm run components`. One is of the
// console, the other one of people's pages, which `countersign theme preview` shows, too. They are read anew for each page.
import { bootstrap } from "./bootstrap.mjs";

await bootstrap(console.log);
const ofConsole = await import("../apps/admin-console/src/testing/sheet/preview.ts");
const ofPeople = await import("../apps/authorization-server/src/people/theme/preview.ts");
const [shown, theme] = [await ofConsole.openPreview(0), await ofPeople.openPreview({ overrides: undefined, port: 0 })];
console.log(`The console: ${shown.url}\nPeople's pages: ${theme.url}light/components`);
