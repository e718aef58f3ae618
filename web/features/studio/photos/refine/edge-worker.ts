import { changesEdge } from "#contract/studio/cut-outs.ts"
import { adjustEdge } from "#imaging/cutout/adjust-edge.ts"
import { refineCutout } from "#imaging/cutout/refine.ts"
import type { EdgeAnswer, EdgeQuestion, Pixels } from "./edge-messages.ts"

const kept: { photo?: Pixels; cut?: Pixels } = {}

/** Works out how a cut-out looks with its edge changed, beside the page that shows it. */
self.addEventListener("message", ({ data }: MessageEvent<EdgeQuestion>) => {
  const { id, photo, cut, edge, strokes = [] } = data
  if (photo) kept.photo = photo
  if (cut) kept.cut = cut
  const { photo: known, cut: former } = kept
  if (!known || !former) return
  const began = performance.now()
  const [whole, before] = [
    { ...known, channels: 4 as const },
    { ...former, channels: 4 as const },
  ]
  const mended = strokes.length > 0 ? refineCutout(whole, before, strokes) : before
  const { data: pixels } = changesEdge(edge)
    ? adjustEdge(whole, mended, edge)
    : { data: Uint8ClampedArray.from(mended.data) }
  const answer: EdgeAnswer = { id, pixels: pixels as EdgeAnswer["pixels"], ms: performance.now() - began }
  self.postMessage(answer, { transfer: [answer.pixels.buffer] })
})
