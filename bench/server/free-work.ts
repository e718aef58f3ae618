import { setTimeout as sleep } from "node:timers/promises"
import sharp from "sharp"
import { exportPresets } from "#contract/catalogue/export-presets.ts"
import { atMost, type Figure, percentile, plain, show } from "./figures.ts"
import { accountOf, signedIn } from "./traffic.ts"

const filesPath = "/v1/storage/buckets/images/files"

/** Pieces of free work that one person has under way all the time. */
const atOnce = 12

/** How long it is looked at, in milliseconds. */
const lookedAtMs = 15_000

/** Longest p95 of somebody else's upload, and of their session check, meanwhile, in milliseconds. */
const uploadBarMs = 1_000
const sessionBarMs = 50

/** How somebody else fares while one person keeps the process busy with work on pictures that costs nothing. */
export async function measureFreeWork(url: string, heavy: number, other: number): Promise<Figure[]> {
  const large = await keep(url, heavy, await wide("#ffffff").png({ palette: true, colours: 2 }).toBuffer())
  const cutOut = await keep(url, heavy, await wide("#00000080").png().toBuffer())
  const works = worksOf(url, heavy, large, cutOut, await orderBatch(url, heavy, cutOut))
  const small = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#804020" } })
    .png()
    .toBuffer()
  const alone = await measureOther(url, other, small)
  const end = new AbortController()
  const busy = Array.from({ length: atOnce }, async (_, number) => {
    for (let turn = number; !end.signal.aborted; turn++) {
      await works[turn % works.length]?.(turn, end.signal).catch(() => {})
    }
  })
  const beside = await measureOther(url, other, small)
  end.abort()
  await Promise.all(busy)
  const words = `beside ${atOnce} free works of one person`
  return [
    plain("upload before that, p95", `${show(alone.upload)} ms`),
    atMost(`upload ${words}, p95`, beside.upload, uploadBarMs, "ms"),
    plain("session before that, p95", `${show(alone.session)} ms`),
    atMost(`session ${words}, p95`, beside.session, sessionBarMs, "ms"),
  ]
}

/** How long somebody's small upload and their session check take, as p95 in milliseconds. */
async function measureOther(url: string, person: number, small: Buffer): Promise<{ upload: number; session: number }> {
  const uploads: number[] = []
  const sessions: number[] = []
  const until = performance.now() + lookedAtMs
  while (performance.now() < until) {
    uploads.push(await timed(() => keep(url, person, small)))
    for (let check = 0; check < 5; check++) {
      sessions.push(await timed(() => call(`${url}/v1/account`, { headers: signedIn(person) })))
    }
    await sleep(100)
  }
  return { upload: percentile(uploads, 0.95), session: percentile(sessions, 0.95) }
}

type Work = (turn: number, signal: AbortSignal) => Promise<void>

/** Exports, previews, a scene and the download of a batch. */
function worksOf(url: string, heavy: number, large: string, cutOut: string, batch: string): Work[] {
  const headers = signedIn(heavy)
  const presets = exportPresets.map(({ slug }) => slug).join(",")
  const exporting = new URLSearchParams({ image: addressOf(large), presets })
  const scene = { image: addressOf(cutOut), ground: { kind: "colour", colour: "#aabbcc" }, layout: { frame: "own" } }
  return [
    (_, signal) => call(`${url}/exports/download?${exporting}`, { headers, signal }),
    (turn, signal) => call(`${url}${filesPath}/${large}/preview?width=${1_000 + turn}&output=png`, { headers, signal }),
    (_, signal) =>
      call(`${url}/photo-scenes`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(scene),
        signal,
      }),
    (_, signal) => call(`${url}/photo-batches/${batch}/download`, { headers, signal }),
  ]
}

async function orderBatch(url: string, person: number, image: string): Promise<string> {
  const recipe = { tool: "cut-out", presets: exportPresets.map(({ slug }) => slug) }
  const reply = await fetch(`${url}/photo-batches`, {
    method: "POST",
    headers: { ...signedIn(person), "content-type": "application/json" },
    body: JSON.stringify({ images: [addressOf(image)], recipe }),
  })
  if (!reply.ok) throw new Error(`${accountOf(person)} could not order a batch: ${await reply.text()}`)
  return ((await reply.json()) as { data: { id: string } }).data.id
}

function wide(background: string) {
  return sharp({ create: { width: 4_000, height: 4_000, channels: background.length > 7 ? 4 : 3, background } })
}

async function keep(url: string, person: number, bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.append("fileId", "unique()")
  form.append("file", new Blob([Uint8Array.from(bytes)]), "photo.png")
  const reply = await fetch(url + filesPath, { method: "POST", headers: signedIn(person), body: form })
  if (!reply.ok) throw new Error(`${accountOf(person)} could not upload: ${await reply.text()}`)
  return ((await reply.json()) as { $id: string }).$id
}

function addressOf(id: string): string {
  return `${filesPath}/${id}/view?project=aworan`
}

async function call(url: string, init: RequestInit): Promise<void> {
  await (await fetch(url, init)).arrayBuffer()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
