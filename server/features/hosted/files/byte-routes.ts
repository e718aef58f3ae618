import type { FastifyInstance, FastifyRequest } from "fastify"
import type { ZodType } from "zod"
import { PreviewQuery } from "#contract/hosted/file-previews.ts"
import { FileParams } from "#contract/hosted/files.ts"
import type { Services } from "#server/declarations/services.ts"
import { readWhole } from "#server/media/objects.ts"
import { fillIn, makeIcon, makePreview, outputTypes } from "#server/media/previews.ts"
import { sendMedia } from "#server/media/send.ts"
import { AppError } from "#server/platform/errors.ts"
import type { RouteContext } from "#server/platform/http/register-route.ts"
import { sha256 } from "#server/platform/ids.ts"
import { inTurn, workerOf } from "#server/platform/pictures/picture-turns.ts"
import { bucketAt, extensionOf } from "./buckets.ts"
import { derive, previewSlot } from "./derived.ts"
import { countMade } from "./made-limit.ts"
import { toSending } from "./outgoing.ts"
import { copiesOf, findReadable, isForAll, mayBePreviewed, type ReadableFile } from "./readable.ts"

/** How long browsers keep a preview, in seconds (docs/hosted-backend.md#previews). */
const previewSeconds = 30 * 86_400

/** The bytes of files, by cookie alone, as `<img>` asks for them. */
export function fileByteRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const base = "/v1/storage/buckets/:bucketId/files/:fileId"
  const hide = { schema: { hide: true } } as const

  const readable = async (request: FastifyRequest): Promise<ReadableFile> => {
    request.caller = await context.authenticate(request)
    const { bucketId, fileId } = read(FileParams, request.params)
    return findReadable(s, bucketAt(s.config, bucketId), request.caller, fileId)
  }
  app.get(`${base}/view`, hide, async (request, reply) =>
    sendMedia(request, reply, await toSending(s, await readable(request), request, "view")),
  )
  app.get(`${base}/download`, hide, async (request, reply) =>
    sendMedia(request, reply, await toSending(s, await readable(request), request, "download")),
  )
  app.get(`${base}/preview`, hide, async (request, reply) => {
    const file = await readable(request)
    const wanted = fillIn(read(PreviewQuery, request.query), extensionOf(file.name))
    const hasPreview = mayBePreviewed(file)
    const slot = previewSlot(wanted)
    const bytes = await derive(s, file, slot, request.left, async (signal) => {
      await countMade(s, request)
      const { share } = workerOf(request)
      const pixels = (wanted.width || file.width || 1) * (wanted.height || file.height || 1)
      return inTurn("preview", { share, signal }, pixels, async () =>
        hasPreview ? makePreview(await readWhole(s.storage, file.pieces), file.mimeType, wanted) : makeIcon(wanted),
      )
    })
    return sendMedia(request, reply, {
      bytes,
      type: outputTypes[wanted.output],
      name: `${file.name}.${wanted.output}`,
      etag: sha256(`${file.signature} ${slot}`).toString("hex"),
      cache: copiesOf(file, previewSeconds),
      isForAll: isForAll(file),
    })
  })
}

function read<Output>(schema: ZodType<Output>, value: unknown): Output {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new AppError("general_argument_invalid", `Invalid \`${String(issue?.path[0])}\` param: ${issue?.message}`)
}
