import { adjustEdge } from "#imaging/cutout/adjust-edge.ts"
import type { EdgeAnswer, EdgeQuestion, Pixels } from "./edge-messages.ts"

const kept: { photo?: Pixels; cut?: Pixels } = {}

/** Works out how a cut-out looks with its edge changed, beside the page that shows it. */
self.addEventListener("message", ({ data }: MessageEvent<EdgeQuestion>) => {
  const { id, photo, cut, edge } = data
  if (photo) kept.photo = photo
  if (cut) kept.cut = cut
  const { photo: known, cut: former } = kept
  if (!known || !former) return
  const began = performance.now()
  const { data: pixels } = adjustEdge({ ...known, channels: 4 }, { ...former, channels: 4 }, edge)
  const answer: EdgeAnswer = { id, pixels: pixels as EdgeAnswer["pixels"], ms: performance.now() - began }
  self.postMessage(answer, { transfer: [answer.pixels.buffer] })
})
