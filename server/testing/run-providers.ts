import { playCloudinary } from "./providers/cloudinary.ts"
import { openFakeServer } from "./providers/fake-http.ts"
import { playOpenAi } from "./providers/openai.ts"
import { playReplicate } from "./providers/replicate.ts"

/**
 * Replicate, OpenAI and Cloudinary as a process of their own, for trying docs/engines.md: the port to listen on. It prints
 * the settings that make the product use it.
 */
const server = await openFakeServer(Number(process.argv[2] ?? "0"))
const settings = {
  ...playReplicate(server).settings,
  ...playOpenAi(server).settings,
  ...playCloudinary(server).settings,
}
for (const [name, value] of Object.entries(settings)) process.stdout.write(`export ${name}='${value}'\n`)
