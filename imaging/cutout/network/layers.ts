import type { Layer } from "#imaging/network/trained-layers.ts"

/** Channels of the five scales, from half the picture's size to a thirty-second of it. */
export const scaleChannels = [16, 32, 64, 128, 160] as const
/** Convolutions at each scale that keep its size, after the one that halves. */
const sameCounts = [1, 1, 2, 2, 2] as const
/** Both sides of what the network looks at are multiples of this. */
export const sideUnit = 32
/** Channels before the answer, at the picture's own size. */
const fineChannels = 8

const scales = scaleChannels.map((made, i) => ({ given: scaleChannels[i - 1] ?? 3, made }))

/** To each scale: a convolution that halves. */
export const downLayers: Layer[] = scales.map(({ given, made }) => ({ given, made, stride: 2 }))
/** At each scale, one after the other: those that keep the size. */
export const sameLayers: Layer[][] = scales.map(({ made }, i) =>
  Array.from({ length: sameCounts[i] ?? 0 }, () => ({ given: made, made, stride: 1 })),
)
/** Back up from the scale below, beside what this scale had on the way down; the smallest scale needs none. */
export const upLayers: Layer[] = scaleChannels.slice(0, -1).map((made, i) => ({
  given: (scaleChannels[i + 1] ?? 0) + made,
  made,
  stride: 1,
}))
export const fineLayer: Layer = { given: scaleChannels[0] + 3, made: fineChannels, stride: 1 }
export const lastLayer: Layer = { given: fineChannels, made: 1, stride: 1 }
/** Width of the step that looks at the whole picture at once. */
export const wholeChannels = scaleChannels[4]
