import { picturePath } from "./picture-path.ts"

/** Parameter that names the picture which a tool opens with. */
const imageParameter = "image"

/** The picture that a tool's address names. @returns undefined without one, and for what is not kept here */
export function imageOf(parameters: URLSearchParams): string | undefined {
  const path = picturePath(parameters.get(imageParameter) ?? "")
  return /^\/(?:pictures|v1\/storage)\//.test(path) ? path : undefined
}

const at = (screen: string) => (picture: string) =>
  `${screen}?${new URLSearchParams({ [imageParameter]: picturePath(picture) })}`

/** What can be done with any picture of one's own, by the addresses of the screens that do it. */
export const photoToolAddress = {
  upscale: at("/generations/photo-upscaling"),
  removeBackground: at("/generations/bg-remover"),
  scene: at("/generations/scene"),
  export: at("/generations/export"),
  /** @param pictureId of a cut-out */
  refine: (pictureId: string) => `${cutOutAddress(pictureId)}&refine`,
} as const

/** The screen of one cut-out. */
export function cutOutAddress(pictureId: string): string {
  return `/generations/cut-out?${new URLSearchParams({ picture: pictureId })}`
}

/** Mode of the pictures that are cut-outs. */
export const cutOutMode = "bg-remover"
