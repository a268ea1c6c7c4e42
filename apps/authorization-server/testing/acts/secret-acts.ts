/** Gives a client another secret, and ends the one before. */
export async function secretActs(
  command: (argv: readonly string[]) => Promise<Record<string, string>>,
  secrets: Record<string, unknown>,
): Promise<void> {
  const app = ["clients", "add", "--name", "Rotated", "--redirect-uri", "https://rotated.example/cb"];
  const { client_id: id = "", client_secret: first } = await command(app);
  secrets.rotatedAway = first;
  secrets.rotatedTo = (await command(["clients", "rotate-secret", id])).client_secret;
  await command(["clients", "end-previous-secret", id]);
}
