/** The minimum cost of a sign-in: one password compared with its hash, as our own server does it, behind node:http. */
import { createServer } from "node:http";
import { openPasswords } from "../../apps/authorization-server/src/people/sign-in/passwords.ts";

const PASSWORD = "a bench password";
const passwords = openPasswords();
const passwordHash = await passwords.hash(PASSWORD);

createServer(async (_req, res) => {
  const right = await passwords.verify(passwordHash, PASSWORD);
  res.writeHead(right ? 204 : 500).end();
}).listen(Number(process.env.PORT), "127.0.0.1");
