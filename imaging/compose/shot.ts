import { type Product, prepareProduct } from "#imaging/compose/product/product.ts"
import { lightProduct } from "#imaging/compose/set/product-light.ts"
import { buildSet, type ProductSet, type ShotRequest } from "#imaging/compose/set/set.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { prepareScene } from "#imaging/render/draw.ts"
import type { Phase } from "#imaging/render/post/phase.ts"
import type { Effort } from "#imaging/render/post/sampling.ts"
import type { Film } from "#imaging/render/trace/film.ts"
import { type Card, hiddenBy, placeCard } from "./card.ts"
import { drawContact, layCard, whiten } from "./composite.ts"
import { gatherGlow, wrapLight } from "./light-wrap.ts"
import { findTemplate, type Template } from "./set/templates.ts"

/** One photo of the product in one set. Plain data: it may travel between threads. */
export interface ShotOrder {
  /** The product with everything else transparent (RGBA). */
  cutOut: Picture
  /** Name of a template, or a set of its own as data. */
  template: string | Template
  seed: number
  /** Pixels. */
  width: number
  height: number
  quality: "preview" | "standard"
  /** False leaves the grain out, for shots that are enlarged afterwards; `Shot.grain` says how much is missing. */
  hasGrain?: boolean
}

/** A shot being made: any number of threads may hold the same one over shared memory. */
export interface Shot {
  /** Its output is the finished shot once all phases have run. */
  readonly film: Film
  readonly phases: readonly Phase[]
  /** Strength of the grain that was left out; 0 when it is in the picture. */
  readonly grain: number
}

const efforts: Readonly<Record<ShotOrder["quality"], Effort>> = {
  preview: { base: 4, extra: 0 },
  standard: { base: 6, extra: 18 },
}

/** There is no template of this name. */
export class UnknownTemplate extends Error {
  override readonly name = "UnknownTemplate"
}

/**
 * Gets a shot ready to be drawn. The same order gives the same set on every thread.
 * @param memory that of a film another thread created, absent on the first
 * @throws UnknownTemplate
 * @throws PictureError when the cut-out is empty or not one
 */
export function prepareShot(order: ShotOrder, memory?: object): Shot {
  const template = typeof order.template === "string" ? findTemplate(order.template) : order.template
  if (!template) throw new UnknownTemplate(`There is no template called "${order.template}".`)
  const { seed, width, height } = order
  const product = prepareProduct(order.cutOut)
  const request: ShotRequest = { template, seed, width, height }
  const set = buildSet(product, request)
  const card = placeCard(product, set, request)
  const effort = { ...efforts[order.quality], hidden: hiddenBy(card, width, height) }
  const grading = order.hasGrain === false ? { ...set.scene.grading, grain: 0 } : set.scene.grading
  const { film, phases } = prepareScene({ ...set.scene, grading }, width, height, effort, memory)
  const lay: Phase = {
    name: "lay",
    weight: 0.2,
    isOptional: false,
    parts: () => 1,
    run: () => layProduct({ width, height, channels: 3, data: film.output }, product, set, request, card),
  }
  return { film, phases: [...phases, lay], grain: set.scene.grading.grain - grading.grain }
}

/**
 * Lays the product's photo over the drawn plate of its set, lit as the set is. Happens after the plate's
 * tone curve, so that the product keeps its colours. Changes the plate.
 */
function layProduct(plate: Picture, product: Product, set: ProductSet, request: ShotRequest, card: Card): void {
  const { floor, darkness } = set
  const light = lightProduct(set.scene, { floor, tall: product.tall }, request.template.relight, darkness)
  const isWhite = request.template.wall === "white"
  if (isWhite) whiten(plate)
  drawContact(plate, card, product.base.feet)
  const glow = gatherGlow(plate, card)
  layCard(plate, card, light)
  // Listings want outlines as crisp as they can be.
  if (!isWhite) wrapLight(plate, card, glow, request.template.relight)
}
