import { playCloudinary } from "#server/testing/providers/cloudinary.ts"
import { openFakeServer } from "#server/testing/providers/fake-http.ts"
import { playOpenAi } from "#server/testing/providers/openai.ts"
import { playReplicate } from "#server/testing/providers/replicate.ts"

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
// In one piece: whoever waits for the file must not read half of it.
process.stdout.write(
  Object.entries(settings)
    .map(([name, value]) => `export ${name}='${value}'\n`)
    .join(""),
)
