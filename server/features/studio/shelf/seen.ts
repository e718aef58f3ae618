import { seenOf } from "#contract/studio/shelf-seen.ts"
import type { Services } from "#server/declarations/services.ts"
import { checkPhotoSize, findPhoto } from "#server/features/studio/photos/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { unconfirmed } from "#server/platform/http/permissions.ts"
import { openPicture } from "#server/platform/pictures/picture.ts"
import { inTime, inTurn, type PictureWorker, smallCost } from "#server/platform/pictures/picture-turns.ts"

/** Side of the copy that leaves the house, in pixels; it carries nothing but what is seen. */
const sentSide = 768

/** Longest time until the model has answered, in milliseconds. */
const longestMs = 30_000

/**
 * Asks the hosted model, which the operator connected to describe pictures, what it sees in one of a person's own.
 * @throws AppError `not_allowed` before an address or number is confirmed: it costs the operator; `engine_unavailable` where none is connected or it cannot be asked now; `engine_failed` when it says nothing of
 * use; `request_timeout`; what finding a photo throws
 */
export async function lookAtPicture(
  s: Services,
  caller: Person,
  image: string,
  worker: PictureWorker,
): Promise<{ text: string; by: string }> {
  if (!caller.isVerified) throw unconfirmed()
  const { engine, isLocal, refusal, label } = await s.engine.offer("description")
  if (isLocal || refusal !== null) {
    throw new AppError("engine_unavailable", refusal ?? "No hosted model that looks at pictures is connected here.")
  }
  const { source, read } = await findPhoto(s, caller, image)
  checkPhotoSize(s, source)
  const file = await inTurn("work", worker, sentSide ** 2, async () =>
    openPicture(await read(), source.mimeType, "first")
      .autoOrient()
      .resize(sentSide, sentSide, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 85 })
      .toBuffer(),
  )
  const text = seenOf(await inTurn("engine", worker, smallCost, () => describe(s, worker, file)))
  if (text === "") throw new AppError("engine_failed", "The model named nothing that it sees.")
  return { text, by: label ?? engine }
}

async function describe({ engine }: Services, worker: PictureWorker, file: Uint8Array): Promise<string> {
  let begun: string | undefined
  try {
    const { text } = await inTime(worker, longestMs, "The model took too long. Please try again.", (signal) =>
      engine.run<"description">(
        { kind: "description", file },
        {
          signal,
          providerJobId: null,
          saveProviderJobId: async (id) => {
            begun = id
          },
          onProgress() {},
          onPreview() {},
        },
      ),
    )
    return text
  } catch (error) {
    // Nobody waits for it any more, and it would go on to cost.
    if (begun !== undefined) await engine.abandon?.(begun).catch(() => {})
    throw error
  }
}
