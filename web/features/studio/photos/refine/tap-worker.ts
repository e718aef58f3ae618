import { openForTaps, type TappedCutout } from "#imaging/cutout/taps/mend-by-taps.ts"
import type { TapAnswer, TapQuestion } from "./tap-messages.ts"

/** Long side at which edges are worked out here, in pixels; when it is saved they are at their best. */
const edgeLongSide = 640

let open: TappedCutout | undefined

/** Works out how a cut-out looks after taps, beside the page that shows it. */
self.addEventListener("message", ({ data }: MessageEvent<TapQuestion>) => {
  const { id, pictures, taps } = data
  const began = performance.now()
  if (pictures) {
    open = openForTaps({ ...pictures.photo, channels: 4 }, { ...pictures.cut, channels: 4 }, edgeLongSide)
  }
  if (!open) return
  // A first tap would be several times as slow as the others: its code is made ready now, while nobody waits.
  if (pictures) open.after([{ kind: "foreign", x: pictures.cut.width / 2, y: pictures.cut.height / 2 }])
  const { data: pixels } = open.after(taps)
  const answer: TapAnswer = { id, pixels: pixels as TapAnswer["pixels"], ms: performance.now() - began }
  self.postMessage(answer, { transfer: [answer.pixels.buffer] })
})
