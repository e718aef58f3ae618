import { picturePath } from "./picture-path.ts"

/** Parameter that names the picture which a tool opens with. */
const imageParameter = "image"

/** The picture that a tool's address names. @returns undefined without one, and for what is not kept here */
export function imageOf(parameters: URLSearchParams): string | undefined {
  const path = picturePath(parameters.get(imageParameter) ?? "")
  return /^\/(?:pictures|photoshoots|v1\/storage)\//.test(path) ? path : undefined
}

const at = (screen: string) => (picture: string) =>
  `${screen}?${new URLSearchParams({ [imageParameter]: picturePath(picture) })}`

/** Colours that a cut-out is shown before, from top to bottom, as #rrggbb. */
export interface ShownColours {
  from: string
  to: string
}

/** The same as a value of CSS. */
export function backgroundOf({ from, to }: ShownColours): string {
  return from === to ? from : `linear-gradient(${from}, ${to})`
}

const colour = /^#[0-9a-f]{6}$/i

/** The colours that a tool's address names. @returns undefined without them */
export function coloursOf(parameters: URLSearchParams): ShownColours | undefined {
  const [from = "", to = from] = parameters.getAll("colour")
  return colour.test(from) && colour.test(to) ? { from, to } : undefined
}

/** What can be done with any picture of one's own, by the addresses of the screens that do it. */
export const photoToolAddress = {
  upscale: at("/generations/photo-upscaling"),
  removeBackground: at("/generations/bg-remover"),
  describe: at("/generations/image-to-prompt"),
  scene: at("/generations/scene"),
  /** @param colours that a cut-out is shown before, and stands before where a place does not ask for white */
  export: (picture: string, colours?: ShownColours): string => {
    const query = new URLSearchParams({ [imageParameter]: picturePath(picture) })
    if (colours) for (const one of [colours.from, colours.to]) query.append("colour", one)
    return `/generations/export?${query}`
  },
  /** The background goes, and what is left is shown on white. */
  cleanWhite: (picture: string): string => `${at("/generations/bg-remover")(picture)}&ground=white`,
  /** The same on the way to the places where it is sold. */
  forMarketplace: (picture: string): string => `${at("/generations/bg-remover")(picture)}&ground=white&for=marketplace`,
  /** @param picture path of the photo; left out, the screen asks for it */
  set: (name: string, picture?: string): string =>
    `/generations/scene?${new URLSearchParams({ set: name, ...(picture && { [imageParameter]: picturePath(picture) }) })}`,
  /** @param pictureId of a cut-out */
  refine: (pictureId: string) => `${cutOutAddress(pictureId)}&refine`,
} as const

/** Parameter that names the words of a set. */
export const wordsParameter = "words"

/** The screen that puts a photo of one's own into the place, light and mood of words. @param picture path of the photo */
export function ownSceneAddress(words: string, picture?: string): string {
  return `/generations/scene?${new URLSearchParams({ [wordsParameter]: words, ...(picture && { [imageParameter]: picturePath(picture) }) })}`
}

/** The screen of one cut-out. */
export function cutOutAddress(pictureId: string): string {
  return `/generations/cut-out?${new URLSearchParams({ picture: pictureId })}`
}

/** Mode of the pictures that are cut-outs. */
export const cutOutMode = "bg-remover"
