/** What a person pointed at in a picture, in its pixels: one place that belongs to the product or does not, or where it is. */
export type Tap =
  | { kind: "belongs" | "foreign"; x: number; y: number }
  /** Everything outside is background. */
  | { kind: "box"; left: number; top: number; right: number; bottom: number }
