import { afterAll } from "vitest"
import { endChildren } from "./tied-children.ts"

// A test that fails half way leaves its servers running, and the next file shares this process.
afterAll(endChildren)
