/** Shapes of a scene, by its pixels. */
export const shapes = [
  { value: "1080x1080", label: "1:1" },
  { value: "1080x1350", label: "4:5" },
  { value: "1080x1920", label: "9:16" },
] as const

export type Shape = (typeof shapes)[number]["value"]
