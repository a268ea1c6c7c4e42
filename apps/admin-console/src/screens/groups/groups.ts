import type { Screen } from "../screen.ts";
import { listGroups } from "./list-groups.ts";
import { oneGroup } from "./one-group.ts";

export const groupScreens: readonly Screen[] = [listGroups, oneGroup];
