/** A tool that makes a picture from a photo. */
export interface PhotoTool {
  slug: string
  title: string
  text: string
  /** Credits per photo. */
  feeCredits: number
  screen: string
}

/** The tools that work on a photo of one's own. */
export const photoTools = [
  {
    slug: "photo-upscaling",
    title: "Photo Upscaling",
    text: "Make your blurry, low-quality photos clear and beautiful.",
    feeCredits: 2,
    screen: "/generations/photo-upscaling",
  },
  {
    slug: "bg-remover",
    title: "Background Remover",
    text: "Easily remove backgrounds from your photos with precision using advanced AI tools.",
    feeCredits: 1,
    screen: "/generations/bg-remover",
  },
] as const satisfies readonly PhotoTool[]

export type PhotoToolSlug = (typeof photoTools)[number]["slug"]
