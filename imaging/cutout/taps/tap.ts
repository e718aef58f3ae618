/** What a person pointed at in a picture, in its pixels: one place that belongs to the product or does not, where it is, or its openings. */
export type Tap =
  | { kind: "belongs" | "foreign"; x: number; y: number }
  /** Everything outside is background. */
  | { kind: "box"; left: number; top: number; right: number; bottom: number }
  /** All openings inside the product are filled, or opened where the ground shows through. */
  | { kind: "openings"; are: "filled" | "open" }
