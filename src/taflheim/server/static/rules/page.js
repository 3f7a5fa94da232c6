// The page of a game's rules.

import { one } from "../dom.js";
import { start } from "./diagrams.js";

start(one(document, ".rulebook", HTMLElement));
