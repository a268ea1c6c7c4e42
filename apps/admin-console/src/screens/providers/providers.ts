import type { Screen } from "../screen.ts";
import { anyProvider } from "./any-provider.ts";
import { listProviders } from "./list-providers.ts";
import { newProvider } from "./new-provider.ts";
import { oneProvider } from "./one-provider.ts";

export const providerScreens: readonly Screen[] = [listProviders, newProvider, anyProvider, oneProvider];
