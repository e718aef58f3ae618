import multipart from "@fastify/multipart"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import {
  createFile,
  deleteFile,
  getFile,
  listFiles,
  pieceBytesHeader,
  type StoredFile,
  updateFile,
  uploadBodyBytes,
} from "#contract/hosted/files.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { type RouteContext, type RouteLimit, registerRoute } from "#server/platform/http/register-route.ts"
import { guestLists } from "#server/platform/http/route-limits.ts"
import { bucketAt } from "./buckets.ts"
import { fileByteRoutes } from "./byte-routes.ts"
import { imageHostRoutes } from "./image-host-routes.ts"
import * as files from "./service.ts"
import { receiveUpload } from "./upload.ts"

/** Counted per network, person and bucket: files that begin, and further pieces. */
function perMinute(): { limits: readonly RouteLimit[] } {
  const who: RouteLimit["by"] = ({ ip, caller, params }) =>
    `${ip} ${caller.kind === "person" ? caller.accountId : ""} ${params.bucketId}`
  const isNext = (range: string | undefined): boolean => range !== undefined && !/^bytes 0-/.test(range)
  return {
    limits: [
      { max: 60, windowSeconds: 60, by: (call) => (isNext(call.headers["content-range"]) ? null : who(call)) },
      // Pieces of a large file follow one another fast (two files at a time, of up to eighty each, on a fast line); what they
      // say of themselves makes no new limit.
      {
        max: 1_500,
        windowSeconds: 60,
        by: (call) => (isNext(call.headers["content-range"]) ? `piece ${who(call)}` : null),
      },
    ],
  }
}

/** The database wrote the JSON; the HTTP layer sends text of this type as it is, so it may stand for the object it spells. */
function asReply<Reply>(reply: FastifyReply, json: string): Reply {
  reply.type("application/json; charset=utf-8")
  return json as Reply
}

/** Says where the file is seen to whoever declares the length of pieces: as orders and trainings take it. */
function nameAddress(s: Services, { headers }: FastifyRequest, reply: FastifyReply, bucketId: string, json: string) {
  if (headers[pieceBytesHeader] === undefined) return
  const { $id } = JSON.parse(json) as StoredFile
  reply.header("content-location", files.fileAddress(s.config.publicUrl, bucketId, $id))
}

/** Files of buckets (docs/hosted-backend.md#files), and the image host that stores into one of them. */
export async function fileRoutes(parent: FastifyInstance, s: Services, context: RouteContext): Promise<void> {
  // A scope of its own: only here are forms read.
  await parent.register(async (app) => {
    await app.register(multipart)
    fileCalls(app, s, context)
  })
}

function fileCalls(app: FastifyInstance, s: Services, context: RouteContext): void {
  fileByteRoutes(app, s, context)
  imageHostRoutes(app, s, context)

  registerRoute(app, context, listFiles, guestLists, async ({ caller, params, query, reply }) => {
    const page = await files.listFiles(s, bucketAt(s.config, params.bucketId), caller, {
      queries: query.queries ?? [],
      search: query.search ?? "",
      isTotalWanted: query.total !== "false" && query.total !== "0",
    })
    return asReply<{ total: number; files: StoredFile[] }>(reply, page)
  })

  registerRoute(app, context, createFile, perMinute(), async ({ caller, params, request, reply }) => {
    if (Number(request.headers["content-length"] ?? 0) > uploadBodyBytes) {
      throw new AppError("request_too_large", "The request is too large; longer files come in pieces of 5 MiB.")
    }
    const bucket = bucketAt(s.config, params.bucketId)
    const json = await receiveUpload(s, bucket, caller, request)
    nameAddress(s, request, reply, bucket.id, json)
    return asReply<StoredFile>(reply, json)
  })

  registerRoute(app, context, getFile, {}, async ({ caller, params, request, reply }) => {
    const bucket = bucketAt(s.config, params.bucketId)
    const json = await files.getFile(s, bucket, caller, params.fileId)
    nameAddress(s, request, reply, bucket.id, json)
    return asReply<StoredFile>(reply, json)
  })

  registerRoute(app, context, updateFile, perMinute(), async ({ caller, params, body, reply }) =>
    asReply<StoredFile>(
      reply,
      await files.updateFile(s, bucketAt(s.config, params.bucketId), caller, params.fileId, body),
    ),
  )

  registerRoute(app, context, deleteFile, perMinute(), async ({ caller, params }) => {
    await files.deleteFile(s, bucketAt(s.config, params.bucketId), caller, params.fileId)
    return null
  })
}
