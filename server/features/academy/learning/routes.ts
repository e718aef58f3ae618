import { createReadStream } from "node:fs"
import type { FastifyInstance, FastifyReply } from "fastify"
import { previewCohort } from "#contract/academy/cohorts-admin.ts"
import * as contract from "#contract/academy/learning.ts"
import * as teaching from "#contract/academy/teaching.ts"
import type { Services } from "#server/declarations/services.ts"
import { operatorWith, requireRight } from "#server/features/identity/operators/service.ts"
import { sendMedia } from "#server/media/send.ts"
import { sendCsv } from "#server/platform/documents/csv.ts"
import { readIdempotencyKey } from "#server/platform/http/idempotency-key.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perNetwork, perPerson } from "#server/platform/http/route-limits.ts"
import { certificatePdf, getCertificate, withdrawCertificate } from "./certificates.ts"
import * as desk from "./class-desk.ts"
import { joinClass } from "./classes.ts"
import { previewDays } from "./cohort-preview.ts"
import { progressLines, readProgress } from "./cohort-progress.ts"
import { type DocumentFile, openBrochure, openDocument } from "./documents.ts"
import { badgeRoutes } from "./issued/badge-routes.ts"
import { certificateLines, listCertificates } from "./issued/certificate-desk.ts"
import * as lessons from "./lessons.ts"
import { portalOf } from "./portal.ts"
import { markRead, mustMayRead, resourcesOf, studyKitOf } from "./study-kit.ts"
import { teacherOf } from "./teachers.ts"
import * as staff from "./teaching.ts"
import * as lists from "./teaching-lists.ts"

const perVisitor = perNetwork(120, 60)

/** Writing a PDF is work, and anybody may ask for a certificate's. */
const pdfPerNetwork = perNetwork(60, 600)

export function learningRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  learnerRoutes(app, s, context)
  documentRoutes(app, s, context)
  brochureRoute(app, s)
  certificateRoutes(app, s, context)
  badgeRoutes(app, s, context)
  teachingRoutes(app, s, context)
  classRoutes(app, s, context)
  registerRoute(app, context, previewCohort, {}, async ({ caller, params, body }) => {
    requireRight("cohorts.change", caller)
    return { data: await previewDays(s, params.id, body.values) }
  })
}

function learnerRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.getPortal, {}, async ({ caller, query }) => ({
    data: await portalOf(s, caller.accountId, query.place),
  }))
  registerRoute(app, context, contract.getLesson, {}, async ({ caller, params, query }) => ({
    data: await lessons.getLesson(s, caller.accountId, params.lessonId, query.edition),
  }))
  registerRoute(
    app,
    context,
    contract.goOnWithEdition,
    { limits: [perPerson(60, 60)] },
    async ({ caller, params, body }) => {
      await lessons.goOnWith(s, caller.accountId, params.lessonId, body.edition)
      return { message: "You go on with the newer version." }
    },
  )
  registerRoute(app, context, contract.recordProgress, { limits: [perPerson(120, 60)] }, async ({ caller, body }) => ({
    data: await lessons.recordProgress(s, caller.accountId, body.lessonIds),
  }))
  registerRoute(
    app,
    context,
    contract.answerQuiz,
    { limits: [perPerson(30, 600)] },
    async ({ caller, params, body }) => ({
      data: await lessons.answerQuiz(s, caller.accountId, params.lessonId, body),
    }),
  )
  registerRoute(
    app,
    context,
    contract.handInTask,
    { limits: [perPerson(30, 3_600)] },
    async ({ caller, params, body, request }) => {
      const key = readIdempotencyKey(request.headers["idempotency-key"])
      const data = await lessons.handInTask(s, caller.accountId, params.lessonId, body, key)
      return { message: "Your task is handed in.", data }
    },
  )
  registerRoute(
    app,
    context,
    contract.saveNote,
    { limits: [perPerson(120, 60)] },
    async ({ caller, params, body }) => ({
      message: "Your note is saved.",
      data: { text: await lessons.saveNote(s, caller.accountId, params.lessonId, body.text) },
    }),
  )
  registerRoute(app, context, contract.joinClass, { limits: [perPerson(30, 60)] }, async ({ caller, params }) => ({
    data: { joinUrl: await joinClass(s, caller.accountId, params.classId) },
  }))
}

/** Files of the course, for those whose stage opens them; asked of the server at each download. */
function documentRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.getStudyKit, {}, async ({ caller }) => ({
    data: await studyKitOf(s, await mustMayRead(s, caller, "kit")),
  }))
  registerRoute(app, context, contract.markKitRead, { limits: [perPerson(60, 60)] }, async ({ caller, params }) => {
    await markRead(s, await mustMayRead(s, caller, "kit"), params.item)
    return { data: { item: params.item } }
  })
  registerRoute(app, context, contract.getResources, {}, async ({ caller }) => ({
    data: await resourcesOf(s, await mustMayRead(s, caller, "resources")),
  }))
  registerRoute(
    app,
    context,
    contract.getLessonPdf,
    { limits: [perPerson(60, 600)] },
    async ({ caller, params, reply }) => {
      const bytes = await lessons.lessonPdf(s, caller.accountId, params.lessonId)
      reply.header("content-disposition", 'attachment; filename="lesson.pdf"')
      await send(reply, { mimeType: "application/pdf", byteSize: bytes.length, bytes })
    },
  )
  registerRoute(app, context, contract.getLessonFile, {}, async ({ caller, params, request, reply }) => {
    const reader = { caller, ip: request.ip, left: request.left }
    await sendMedia(request, reply, await lessons.lessonFile(s, reader, params.lessonId, params.fileId))
  })
  const shelves = { "study-kits": "kit", "program-resources": "resources" } as const
  for (const [path, shelf] of Object.entries(shelves)) {
    app.get<{ Params: { file: string } }>(`/${path}/:file`, { schema: { hide: true } }, async (request, reply) => {
      await mustMayRead(s, await context.authenticate(request), shelf)
      return send(reply, await openDocument(s, request.params.file))
    })
  }
}

/** Anybody may read a program's brochure. */
function brochureRoute(app: FastifyInstance, s: Services): void {
  app.get<{ Params: { file: string } }>("/brochures/:file", { schema: { hide: true } }, async (request, reply) => {
    const file = await openBrochure(s, `/brochures/${request.params.file}`)
    return send(reply, file, "public, max-age=3600")
  })
}

function send(reply: FastifyReply, file: DocumentFile, cache = "private, max-age=300"): FastifyReply {
  reply
    .header("cache-control", cache)
    .header("x-content-type-options", "nosniff")
    .header("content-length", file.byteSize)
    .type(file.mimeType)
  return reply.send("bytes" in file ? file.bytes : createReadStream(file.path))
}

function certificateRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.getCertificate, { limits: [perVisitor] }, async ({ caller, params }) => ({
    data: await getCertificate(s, params.code, caller.kind === "person" ? caller.accountId : null),
  }))
  registerRoute(app, context, contract.getCertificatePdf, { limits: [pdfPerNetwork] }, async ({ params, reply }) => {
    const bytes = await certificatePdf(s, params.code)
    await send(reply, { mimeType: "application/pdf", byteSize: bytes.length, bytes })
  })
}

/** Whole tables are work. */
const tables = { limits: [perPerson(20, 600)] }

function teachingRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, teaching.listHandedIn, {}, async ({ caller, query, request }) => {
    return staff.listHandedIn(s, await teacherOf(s, caller, request.ip), query.after)
  })
  registerRoute(app, context, teaching.listHandedInCsv, tables, async ({ caller, request, reply }) => {
    const teacher = await teacherOf(s, caller, request.ip)
    await sendCsv(reply, "tasks.csv", lists.handedInLines(s, teacher))
  })
  registerRoute(app, context, teaching.getHandedInFile, {}, async ({ caller, params, request, reply }) => {
    const { cohorts } = await teacherOf(s, caller, request.ip)
    const reader = { caller, ip: request.ip, left: request.left }
    const file = await staff.handedInFile(s, cohorts, params, reader)
    await sendMedia(request, reply, file)
  })
  const opening = { limits: [perPerson(240, 60)] }
  registerRoute(app, context, teaching.claimSubmission, opening, async ({ caller, params, request }) => {
    const teacher = await teacherOf(s, caller, request.ip)
    return { data: { claimedBy: await staff.claimSubmission(s, teacher, params.submissionId) } }
  })
  registerRoute(app, context, teaching.markSubmission, {}, async ({ caller, params, body, request }) => {
    await staff.markSubmission(s, await teacherOf(s, caller, request.ip), params.submissionId, body)
    return { message: "The learner sees your answer." }
  })
  registerRoute(app, context, teaching.listModules, {}, async ({ caller, request }) => {
    return { data: await staff.listModules(s, await teacherOf(s, caller, request.ip)) }
  })
  registerRoute(app, context, teaching.listModulesCsv, tables, async ({ caller, request, reply }) => {
    const teacher = await teacherOf(s, caller, request.ip)
    await sendCsv(reply, "lessons.csv", lists.lessonLines(s, teacher))
  })
  registerRoute(app, context, teaching.addLesson, {}, async ({ caller, params, body, request }) => {
    return { data: await staff.addLesson(s, await teacherOf(s, caller, request.ip), params.moduleId, body) }
  })
  registerRoute(app, context, teaching.changeLesson, {}, async ({ caller, params, body, request }) => {
    return { data: await staff.changeLesson(s, await teacherOf(s, caller, request.ip), params.lessonId, body) }
  })
  registerRoute(app, context, teaching.listLessonEditions, {}, async ({ caller, params, request }) => {
    return { data: await staff.listLessonEditions(s, await teacherOf(s, caller, request.ip), params.lessonId) }
  })
  registerRoute(app, context, teaching.getLessonEdition, {}, async ({ caller, params, request }) => {
    const teacher = await teacherOf(s, caller, request.ip)
    return { data: await staff.getLessonEdition(s, teacher, params.lessonId, params.edition) }
  })
  registerRoute(app, context, teaching.bringBackEdition, {}, async ({ caller, params, body, request }) => {
    const teacher = await teacherOf(s, caller, request.ip)
    return { data: await staff.bringBackEdition(s, teacher, params.lessonId, body) }
  })
  registerRoute(app, context, teaching.orderLessons, {}, async ({ caller, params, body, request }) => {
    await staff.orderLessons(s, await teacherOf(s, caller, request.ip), params.moduleId, body)
    return { message: "The order is saved." }
  })
  registerRoute(app, context, teaching.orderModules, {}, async ({ caller, body, request }) => {
    await staff.orderModules(s, await teacherOf(s, caller, request.ip), body)
    return { message: "The order is saved." }
  })
  registerRoute(app, context, teaching.removeLesson, {}, async ({ caller, params, request }) => {
    await staff.removeLesson(s, await teacherOf(s, caller, request.ip), params.lessonId)
    return null
  })
  registerRoute(
    app,
    context,
    teaching.previewText,
    { limits: [perPerson(240, 60)] },
    async ({ caller, body, request }) => {
      return { data: await staff.previewText(s, await teacherOf(s, caller, request.ip), body) }
    },
  )
  registerRoute(app, context, teaching.addAnnouncement, {}, async ({ caller, body, request }) => {
    await staff.addAnnouncement(s, await teacherOf(s, caller, request.ip), body)
    return { message: "The cohort sees your announcement." }
  })
  registerRoute(app, context, teaching.listAnnouncements, {}, async ({ caller, request }) => {
    return { data: await staff.listAnnouncements(s, await teacherOf(s, caller, request.ip)) }
  })
  registerRoute(app, context, teaching.changeAnnouncement, {}, async ({ caller, params, body, request }) => {
    await staff.changeAnnouncement(s, await teacherOf(s, caller, request.ip), params.announcementId, body)
    return { message: "The announcement is changed." }
  })
  registerRoute(app, context, teaching.removeAnnouncement, {}, async ({ caller, params, request }) => {
    await staff.removeAnnouncement(s, await teacherOf(s, caller, request.ip), params.announcementId)
    return null
  })
  registerRoute(app, context, teaching.listProgress, {}, async ({ caller, params, request }) => {
    return { data: await readProgress(s, await teacherOf(s, caller, request.ip), params.cohortId) }
  })
  registerRoute(app, context, teaching.listProgressCsv, tables, async ({ caller, params, request, reply }) => {
    // Read before the reply begins: what is refused is answered as such.
    const rows = await readProgress(s, await teacherOf(s, caller, request.ip), params.cohortId)
    await sendCsv(reply, "progress.csv", progressLines(rows))
  })
  registerRoute(app, context, teaching.listCertificates, {}, async ({ caller, query, request }) => {
    operatorWith("certificates", caller, request.ip)
    return { data: await listCertificates(s, query) }
  })
  registerRoute(app, context, teaching.listCertificatesCsv, tables, async ({ caller, query, request, reply }) => {
    operatorWith("certificates", caller, request.ip)
    await sendCsv(reply, "certificates.csv", certificateLines(s, query))
  })
  registerRoute(app, context, teaching.withdrawCertificate, {}, async ({ caller, params, body, request }) => {
    await withdrawCertificate(s, operatorWith("certificates", caller, request.ip), params.code, body.reason)
    return { message: "The certificate is withdrawn." }
  })
}

function classRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, teaching.listClasses, {}, async ({ caller, request }) => {
    return { data: await desk.listClasses(s, await teacherOf(s, caller, request.ip)) }
  })
  registerRoute(app, context, teaching.listClassesCsv, tables, async ({ caller, request, reply }) => {
    const teacher = await teacherOf(s, caller, request.ip)
    await sendCsv(reply, "classes.csv", lists.classLines(s, teacher))
  })
  registerRoute(app, context, teaching.addClass, {}, async ({ caller, body, request }) => {
    const count = await desk.addClass(s, await teacherOf(s, caller, request.ip), body)
    return { message: count === 1 ? "The class is on the calendar." : `${count} classes are on the calendar.` }
  })
  registerRoute(app, context, teaching.changeClass, {}, async ({ caller, params, body, request }) => {
    const count = await desk.changeClass(s, await teacherOf(s, caller, request.ip), params.classId, body)
    return { message: count === 1 ? "The class is changed." : `${count} classes are changed.` }
  })
  registerRoute(app, context, teaching.cancelClass, {}, async ({ caller, params, body, request }) => {
    const count = await desk.cancelClass(s, await teacherOf(s, caller, request.ip), params.classId, body.which)
    return { message: count === 1 ? "The class is off the calendar." : `${count} classes are off the calendar.` }
  })
}
