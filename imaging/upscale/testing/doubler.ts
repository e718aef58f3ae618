// biome-ignore lint/style/noRestrictedImports: a test hands over the file that the engine's adapter reads in the product
import { readFileSync } from "node:fs"
import { readDoubler } from "#imaging/upscale/read-doubler.ts"

/** The network that is part of the product, for tests. */
export const doubler = readDoubler(readFileSync(new URL("../stored.bin", import.meta.url)))
