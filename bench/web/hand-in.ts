/** How long 15 MB of homework take from a phone on slow 3G, cut twice on the way: the journey of it, on that line. */
import { spawnSync } from "node:child_process"
import { browserPath } from "./product.ts"

const chromium = browserPath()
const { status } = spawnSync(
  "node_modules/.bin/playwright",
  ["test", "e2e/phone/outline.spec.ts", "--project=phone", "--reporter=line"],
  { stdio: "inherit", env: { ...process.env, E2E_LINE: "slow-3g", ...(chromium && { CHROMIUM: chromium }) } },
)
process.exit(status ?? 1)
