import type { Screen } from "../screen.ts";
import { listImports } from "./list-imports.ts";
import { oneImport } from "./one-import.ts";

export const importScreens: readonly Screen[] = [listImports, oneImport];
