import { readFileSync } from "node:fs"
import { join } from "node:path"
import { lazily } from "#imaging/render/post/lazily.ts"
import { type Doubler, readDoubler } from "#imaging/upscale/read-doubler.ts"

const file = join(import.meta.dirname, "../../../../../imaging/upscale/stored.bin")

/** The network that enlarges what was stored with loss, read once a thread, when the first picture needs it. */
export const loadDoubler = lazily((): Doubler => readDoubler(readFileSync(file)))
