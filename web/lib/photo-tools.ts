import { picturePath } from "./picture-path.ts"

/** Parameter that names the picture which a tool opens with. */
export const imageParameter = "image"

const at = (screen: string) => (picture: string) =>
  `${screen}?${new URLSearchParams({ [imageParameter]: picturePath(picture) })}`

/** What can be done with any picture of one's own, by the addresses of the screens that do it. */
export const photoToolAddress = {
  upscale: at("/generations/photo-upscaling"),
  removeBackground: at("/generations/bg-remover"),
  export: at("/generations/export"),
} as const
