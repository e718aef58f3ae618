import type { CutOutBody, UpscaleBody } from "#contract/product/photos.ts"
import { placeRun } from "#server/features/runs/service.ts"
import type { Person } from "#server/platform/caller.ts"
import type { RunRow } from "#server/run-kind.ts"
import type { Services } from "#server/services.ts"
import { cutOutKind, upscaleKind } from "./kinds.ts"
import { checkSize, findSource as find, readSource as read, refuse } from "./source.ts"

/** A picture kept here, as its address names it. */
export const findSource = find

/** The bytes of such a picture. */
export const readSource = read

interface PhotoRequest<Body> {
  caller: Person
  body: Body
  idempotencyKey: string | null
}

/**
 * Orders a larger copy of a photo. Nothing is charged when the result would be too large.
 * @throws AppError `general_argument_invalid`, `not_found`, and what placing a run throws
 */
export async function upscale(s: Services, request: PhotoRequest<UpscaleBody>): Promise<RunRow> {
  const { caller, body, idempotencyKey } = request
  const source = await findSource(s, caller, body.image)
  checkSize(source)
  const factor = body.factor ?? 2
  const { maxEnlargedPixels } = s.engine.capabilities
  if (source.width * source.height * factor ** 2 > maxEnlargedPixels) {
    const isSmallerPossible = factor === 4 && source.width * source.height * 4 <= maxEnlargedPixels
    throw refuse(
      `The result would have more than ${maxEnlargedPixels / 1_000_000} megapixels.${isSmallerPossible ? " Twice the size is possible." : ""}`,
    )
  }
  const input = { source, factor, isPublic: body.is_public ?? false }
  return placeRun(s, upscaleKind, {
    ...{ accountId: caller.accountId, input, idempotencyKey },
    body: [upscaleKind.name, body.image, factor, input.isPublic],
  })
}

/**
 * Orders a photo's cut-out.
 * @throws AppError `general_argument_invalid`, `not_found`, and what placing a run throws
 */
export async function cutOut(s: Services, request: PhotoRequest<CutOutBody>): Promise<RunRow> {
  const { caller, body, idempotencyKey } = request
  const source = await findSource(s, caller, body.image)
  checkSize(source)
  const input = { source, isPublic: body.is_public ?? false }
  return placeRun(s, cutOutKind, {
    ...{ accountId: caller.accountId, input, idempotencyKey },
    body: [cutOutKind.name, body.image, input.isPublic],
  })
}
