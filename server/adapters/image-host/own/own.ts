import type { ImageHostDeclaration } from "#server/adapters/image-host/declaration.ts"

/** Browsers upload to this installation itself, so there is no host. */
export const own: ImageHostDeclaration = {
  kind: "own",
  about: "",
  settings: [],
  read: () => ({ kind: "own", open: () => null }),
}
