import type { FastifyInstance } from "fastify"
import { bucketBytes, imagesBucketId } from "#contract/hosted/files.ts"
import * as contract from "#contract/hosted/image-host.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import { workerOf } from "#server/platform/pictures/picture-turns.ts"
import { hostImage } from "./image-host.ts"
import { permitUpload, takeUpload } from "./outside-uploads.ts"

/** Room for the form around a picture, in bytes. */
const formBytes = 64 * 1024

/** Uploads of one person a minute. */
const uploadLimit = perPerson(60, 60)

export function imageHostRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.uploadImage, { limits: [uploadLimit] }, async ({ caller, request }) => {
    if (Number(request.headers["content-length"] ?? 0) > bucketBytes[imagesBucketId] + formBytes) {
      throw new AppError("request_too_large", `At most ${bucketBytes[imagesBucketId]} bytes are taken.`)
    }
    return hostImage(s, caller, request)
  })
  registerRoute(app, context, contract.permitUpload, { limits: [uploadLimit] }, async ({ caller, body }) => ({
    data: await permitUpload(s, caller, body),
  }))
  registerRoute(app, context, contract.takeUpload, { limits: [uploadLimit] }, ({ caller, params, body, request }) =>
    takeUpload(s, caller, params.uploadId, body, workerOf(request)),
  )
}
