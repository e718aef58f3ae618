import { isOwnModelMode } from "#contract/catalogue/makers.ts"
import { knownMode, modes } from "#contract/catalogue/modes.ts"
import type { OwnPicture } from "#contract/studio/own-pictures.ts"
import type { PictureDetails } from "#contract/studio/picture-details.ts"
import { ownSceneAddress, photoToolAddress } from "#web/lib/photos/photo-tools.ts"
import { orderAddress } from "#web/lib/studio/order-address.ts"

/** Where a picture's order can be begun again; undefined for what its kind of work does not have. */
export interface AgainAddresses {
  /** The same settings with a new seed. */
  remix: string | undefined
  /** The words alone. */
  prompt: string | undefined
  /** The shape alone. */
  size: string
}

/** Whether a picture was drawn from words, so that its order can be begun again whatever else is known of it. */
export function isDrawn({ mode }: OwnPicture): boolean {
  return knownMode(mode) !== undefined || isOwnModelMode(mode)
}

/** @param details undefined until they are known; one picture in the usual look is asked for then */
export function againAddresses(picture: OwnPicture, details: PictureDetails | undefined): AgainAddresses {
  const { mode, prompt, aspect_ratio: shape } = picture
  const { settings = null, origins = [] } = details ?? {}
  const model = origins.find((origin) => origin.kind === "model")
  const drawnIn = isDrawn(picture) ? mode : model?.word
  const form = orderAddress(drawnIn ?? modes[0].slug)
  const at = (query: Record<string, string>): string => `${form}&${new URLSearchParams(query)}`
  return {
    remix:
      drawnIn === undefined
        ? sceneAgain(settings, origins)
        : at({ prompt, shape, count: String(settings?.count ?? 1), raw: settings?.isRaw ? "yes" : "no" }),
    prompt: drawnIn === undefined ? undefined : at({ prompt }),
    size: at({ shape }),
  }
}

/** Only a set of the engine's comes out otherwise another time. */
function sceneAgain(
  settings: PictureDetails["settings"] | null,
  origins: PictureDetails["origins"],
): string | undefined {
  const [of] = origins
  if (of === undefined || !("url" in of)) return undefined
  const ground = settings?.ground
  if (ground?.kind === "words") return ownSceneAddress(ground.words, of.url)
  return ground?.kind === "set" ? photoToolAddress.set(ground.name, of.url) : undefined
}
