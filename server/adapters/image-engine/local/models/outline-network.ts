import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { type OutlineNetwork, readNetwork } from "#imaging/cutout/network/read-network.ts"
import { lazily } from "#imaging/render/post/lazily.ts"

const file = join(import.meta.dirname, "../../../../../imaging/cutout/network/outline.bin")

/** The outline network that is part of the product, read once a thread, when the first photo needs it. */
export const loadOutlineNetwork = lazily(async (): Promise<OutlineNetwork> => readNetwork(await readFile(file)))
