import { cloudinary } from "./cloudinary/declaration.ts"
import type { ImageHostDeclaration } from "./declaration.ts"
import { own } from "./own/own.ts"

/** Everybody who can take photos from browsers. */
export const imageHostProviders: readonly [ImageHostDeclaration, ...ImageHostDeclaration[]] = [own, cloudinary]
