// biome-ignore lint/style/noRestrictedImports: a test hands over the file that the engine's adapter reads in the product
import { readFileSync } from "node:fs"
import { readNetwork } from "#imaging/cutout/network/read-network.ts"

/** The outline network that is part of the product, for tests. */
export const outlineNetwork = readNetwork(readFileSync(new URL("../network/outline.bin", import.meta.url)))
