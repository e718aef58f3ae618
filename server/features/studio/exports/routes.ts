import type { FastifyInstance } from "fastify"
import { ZipFile } from "yazl"
import * as contract from "#contract/studio/exports.ts"
import type { Services } from "#server/declarations/services.ts"
import { csvLine } from "#server/platform/documents/csv.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import { countFreeWork } from "#server/platform/pictures/free-work.ts"
import { workerOf } from "#server/platform/pictures/picture-turns.ts"
import { dispositionOf } from "#server/platform/text/download-name.ts"
import * as exports from "./service.ts"

/** Making pictures ready is free, so it is counted. */
const exportLimit = perPerson(240, 60)

export function exportRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const options = { limits: [exportLimit] }
  registerRoute(app, context, contract.checkExports, options, async ({ caller, query, request }) => {
    await countFreeWork(s.db, request, context.rateLimitFactor)
    return { data: await exports.checkExport(s, caller, query, workerOf(request)) }
  })
  registerRoute(app, context, contract.downloadExports, options, async ({ caller, query, request, reply }) => {
    const presets = exports.readPresets(query.presets)
    await countFreeWork(s.db, request, context.rateLimitFactor, presets.length)
    const made: exports.ExportedPicture[] = []
    const worker = workerOf(request)
    for await (const picture of exports.exportPicture(s, caller, query, presets, worker)) made.push(picture)
    const [first] = made
    const isOne = made.length === 1 && first
    reply.header("content-type", isOne ? "image/jpeg" : "application/zip")
    reply.header("content-disposition", dispositionOf(isOne ? first.name : "pictures.zip"))
    return reply.send(isOne ? first.bytes : packed(made))
  })
}

/** Columns of the manifest. */
const columns = ["file", "place", "width", "height", "bytes", "check", "failed rules"] as const

/** The pictures with a manifest that says what each is and how its check went. */
function packed(pictures: readonly exports.ExportedPicture[]): NodeJS.ReadableStream {
  const zip = new ZipFile()
  const lines = [csvLine(columns)]
  for (const { name, bytes, preset, rules } of pictures) {
    zip.addBuffer(bytes, name, { compress: false })
    const failed = rules.filter(({ isPassed }) => !isPassed).map(({ rule }) => rule)
    const isPassed = failed.length === 0 ? "pass" : "fail"
    lines.push(csvLine([name, preset.place, preset.width, preset.height, bytes.length, isPassed, failed.join(" ")]))
  }
  zip.addBuffer(Buffer.from(lines.join("")), "manifest.csv")
  zip.end()
  return zip.outputStream
}
