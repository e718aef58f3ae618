/** Files below `web/assets` that our own engine drew, by what they show. */
export const drawnFiles = {
  /** What a mode's ready prompt gave; the first has number 1. */
  example: (mode: string, number: number): string => `examples/${mode}/${number}.webp`,
  /** A style's product in one of its sets. */
  style: (slug: string, template: string): string => `styles/${slug}/${template}.webp`,
  /** A picture of a demo model, such as "photo-1" or "made-2". */
  demo: (triggerWord: string, name: string): string => `demo/${triggerWord}/${name}.webp`,
} as const
