import type { Picture } from "#imaging/pixels/picture.ts"
import { placeCard } from "./card.ts"
import { layCard } from "./composite.ts"
import { sideGains } from "./light-meter.ts"
import type { Product } from "./product.ts"
import type { ProductSet, ShotRequest } from "./set.ts"

/**
 * Finishes a shot: the product's photo over the drawn plate of its set (`buildSet`), lit from the sides as the set is.
 * Composited after the plate's tone curve, so that the product keeps its colours.
 * @returns a new picture; the plate is left alone
 */
export function finishShot(plate: Picture, product: Product, set: ProductSet, request: ShotRequest): Picture {
  const shot: Picture = { ...plate, data: plate.data.slice() }
  const middle = [0, set.floor + product.tall / 2, 0.2] as const
  layCard(shot, placeCard(product, set, request), sideGains(set.scene, middle, request.template.relight, set.level))
  return shot
}
