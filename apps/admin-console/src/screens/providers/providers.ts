import type { Screen } from "../screen.ts";
import { listProviders } from "./list-providers.ts";
import { oneProvider } from "./one-provider.ts";

export const providerScreens: readonly Screen[] = [listProviders, oneProvider];
