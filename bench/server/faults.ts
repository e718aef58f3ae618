/**
 * Five times (or as often as is said) fifty orders at once at a hosted engine, every tenth of whose calls fails: each is paid or given back, no place
 * is lost, and the product holds no more after the fifth round than after the first (docs/engines.md).
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { heapSettings, type LiveHeap, liveHeapAt } from "#server/testing/live-heap.ts"
import { crashFee, crashPath, creditsOf, picturesOf } from "#server/testing/processes/crash.ts"
import { freePort, signUpAt, startProcess } from "#server/testing/processes/processes.ts"
import { type Fault, type LoggedRequest, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { playReplicate } from "#server/testing/providers/replicate.ts"
import { atMost, type Figure, holds, plain, report, show } from "./figures.ts"
import { memoryOf } from "./memory.ts"

const rounds = Number(process.argv[2] ?? 5)
const atOnce = 50
const welcomeCredits = 10_000

/** Most that may be held after the last round beyond what was after the first, in megabytes. */
const growthBar = 4

const createCall = /^POST .*predictions$/
/** One after the other for each tenth call: the first ends in a refund, the others in a picture. */
const faults: Fault[] = [{ status: 422, body: { detail: "no" } }, { isTaken: true, reset: "before" }, { status: 429 }]

const dir = mkdtempSync(join(tmpdir(), "aworan-faults-"))
const fakes = await openFakeServer()
const replicate = playReplicate(fakes)
const [port, heapPort] = [await freePort(), await freePort()]
const product = await startProcess({
  ...replicate.settings,
  ...heapSettings(heapPort),
  ENGINE: "replicate",
  DATA_DIR: dir,
  PORT: String(port),
  LOG_LEVEL: "error",
  WELCOME_CREDITS: String(welcomeCredits),
})
const figures: Figure[] = []
try {
  const visitor = await signUpAt(product, "faults@example.com")
  const heaps: LiveHeap[] = []
  let made = 0
  for (let round = 0; round < rounds; round++) {
    const drawn = await drawFifty((path, body) => visitor.send(product, "POST", path, body))
    made += drawn.made
    const heap = await liveHeapAt(heapPort)
    heaps.push(heap)
    const held = `${show(heap.objects)} MB of objects, ${show(heap.buffers)} MB of buffers`
    const resident = `${show(memoryOf(product.child.pid ?? 0).now)} MB of the machine`
    figures.push(
      plain(`round ${round + 1}: ${drawn.made} pictures, ${drawn.refunds} refunds, ${show(drawn.seconds)} s`, held),
      plain("  with what was not collected", resident),
    )
  }
  const { credits, held } = await creditsOf(visitor, product)
  const { total } = await picturesOf(visitor, product)
  const [first, last] = [heaps[0], heaps.at(-1)]
  const growth = (of: keyof LiveHeap): number => (last?.[of] ?? Number.NaN) - (first?.[of] ?? Number.NaN)
  figures.push(
    holds("orders that ended", made === total && held === 0, `${total} pictures, ${held} credits held`, "0 held"),
    holds("what was paid", credits === welcomeCredits - made * crashFee, `${welcomeCredits - credits}`, `${made} × 5`),
    atMost("objects after the last round beyond those after the first", growth("objects"), growthBar, "MB"),
    atMost("buffers likewise", growth("buffers"), growthBar, "MB"),
  )
} finally {
  await product.stop()
  await fakes.close()
  rmSync(dir, { recursive: true, force: true })
}
report(figures)

/** Fifty orders at once. Any other answer than a picture or a refund ends the bench. */
async function drawFifty(
  send: (path: string, body: object) => Promise<Response>,
): Promise<{ made: number; refunds: number; seconds: number }> {
  fakes.reset()
  replicate.reset()
  const isCreate = ({ method, path }: LoggedRequest): boolean => createCall.test(`${method} ${path}`)
  const numbered = (index: number) => (request: LoggedRequest) =>
    isCreate(request) && (fakes.count(createCall) / 10 - 1) % faults.length === index
  fakes.script(faults.map((fault, index) => ({ match: numbered(index), fault })))
  const start = performance.now()
  const orders = Array.from({ length: atOnce }, (_, seed) =>
    send(crashPath, { prompt: "a clay pot", aspect_ratio: "1:1", seed }),
  )
  const statuses = await Promise.all(orders.map(async (order) => (await order).status))
  const made = statuses.filter((status) => status === 200).length
  const refunds = statuses.filter((status) => status === 502).length
  if (made + refunds !== atOnce) throw new Error(`Orders ended with ${statuses.join(", ")}.`)
  return { made, refunds, seconds: (performance.now() - start) / 1_000 }
}
