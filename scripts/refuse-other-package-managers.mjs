// `npm install` at the root would make a second, wrong node_modules.
const agent = process.env.npm_config_user_agent ?? "";
if (!agent.startsWith("pnpm/")) {
  console.error("This workspace installs itself: run `npm start` or `npm test` (they call pnpm for you).");
  process.exit(1);
}
