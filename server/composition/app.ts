import cookie from "@fastify/cookie"
import swagger from "@fastify/swagger"
import websocket from "@fastify/websocket"
import Fastify, { type FastifyInstance, LogController } from "fastify"
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from "fastify-type-provider-zod"
import { product } from "#contract/brand.ts"
import type { Collection } from "#server/declarations/collection.ts"
import type { Services } from "#server/declarations/services.ts"
import { admissionAdminRoutes } from "#server/features/academy/admissions/admin-routes.ts"
import { admissionRoutes } from "#server/features/academy/admissions/routes.ts"
import { calendarRoutes } from "#server/features/academy/calendar/routes.ts"
import { discussionRoutes } from "#server/features/academy/discussions/routes.ts"
import { learningRoutes } from "#server/features/academy/learning/routes.ts"
import { queueRoutes } from "#server/features/academy/queue/routes.ts"
import { avatarRoutes } from "#server/features/hosted/avatars/routes.ts"
import { documentRoutes } from "#server/features/hosted/documents/routes.ts"
import { fileRoutes } from "#server/features/hosted/files/routes.ts"
import { realtimeRoutes } from "#server/features/hosted/realtime/routes.ts"
import { accountRoutes } from "#server/features/identity/accounts/routes.ts"
import { activityRoutes } from "#server/features/identity/activity/routes.ts"
import { identityRoutes } from "#server/features/identity/identities/routes.ts"
import { noticeListRoutes } from "#server/features/identity/notices/routes.ts"
import { operatorRoutes } from "#server/features/identity/operators/routes.ts"
import { passkeyRoutes } from "#server/features/identity/passkeys/routes.ts"
import { personalDataRoutes } from "#server/features/identity/personal-data/routes.ts"
import { secondFactorRoutes } from "#server/features/identity/second-factor/routes.ts"
import { createAuthenticate } from "#server/features/identity/sessions/authenticate.ts"
import { cookieNames } from "#server/features/identity/sessions/cookie-value.ts"
import { sessionRoutes } from "#server/features/identity/sessions/routes.ts"
import { signInRoutes } from "#server/features/identity/sign-in/routes.ts"
import { codeAdminRoutes } from "#server/features/money/codes/admin-routes.ts"
import { creditRoutes } from "#server/features/money/credits/routes.ts"
import { orderAdminRoutes } from "#server/features/money/payments/admin-routes.ts"
import { paymentRoutes } from "#server/features/money/payments/routes.ts"
import { sandboxRoutes } from "#server/features/money/payments/sandbox-routes.ts"
import { noticeRoutes } from "#server/features/money/payments/webhooks.ts"
import { referralRoutes } from "#server/features/money/referrals/routes.ts"
import { emailRoutes, mailRoutes } from "#server/features/operations/captured-mail/routes.ts"
import { clientErrorRoutes } from "#server/features/operations/client-errors/routes.ts"
import { messageAdminRoutes } from "#server/features/operations/contact/admin-routes.ts"
import { contactRoutes } from "#server/features/operations/contact/routes.ts"
import { engagementRoutes } from "#server/features/operations/engagements/routes.ts"
import { incidentRoutes } from "#server/features/operations/incidents/routes.ts"
import { modelRoutes } from "#server/features/operations/models/routes.ts"
import { peopleRoutes } from "#server/features/operations/people/routes.ts"
import { systemRoutes } from "#server/features/operations/system/routes.ts"
import { settingsRoutes } from "#server/features/operations/system/settings-routes.ts"
import { statusRoutes } from "#server/features/operations/system/status-routes.ts"
import { todayRoutes } from "#server/features/operations/today/routes.ts"
import { albumRoutes } from "#server/features/studio/albums/routes.ts"
import { batchRoutes } from "#server/features/studio/batches/routes.ts"
import { catalogueRoutes } from "#server/features/studio/catalogue/routes.ts"
import { engineRoutes } from "#server/features/studio/engines/routes.ts"
import { exportRoutes } from "#server/features/studio/exports/routes.ts"
import { pictureRoutes } from "#server/features/studio/generations/picture-routes.ts"
import { generationRoutes } from "#server/features/studio/generations/routes.ts"
import { guestTrialRoutes } from "#server/features/studio/guest-trial/routes.ts"
import { ownPictureRoutes } from "#server/features/studio/own-pictures/routes.ts"
import { photoPreviewRoutes } from "#server/features/studio/photo-previews/routes.ts"
import { photoRoutes } from "#server/features/studio/photos/routes.ts"
import { photoshootRoutes } from "#server/features/studio/photoshoots/routes.ts"
import { picturePageRoutes } from "#server/features/studio/picture-pages/routes.ts"
import { publishingRoutes } from "#server/features/studio/publishing/routes.ts"
import { reviewRoutes } from "#server/features/studio/review/routes.ts"
import { runRoutes } from "#server/features/studio/runs/routes.ts"
import { shopReviewRoutes } from "#server/features/studio/shelf/review-routes.ts"
import { shelfRoutes } from "#server/features/studio/shelf/routes.ts"
import { shopRoutes } from "#server/features/studio/shelf/shop-routes.ts"
import { trainingRoutes } from "#server/features/studio/trainings/routes.ts"
import { trashRoutes } from "#server/features/studio/trash/routes.ts"
import { wordRoutes } from "#server/features/studio/words/routes.ts"
import { openAssetAddresses } from "#server/pages/asset-addresses.ts"
import { serveWeb } from "#server/pages/web-files.ts"
import { AppError } from "#server/platform/errors.ts"
import { answerError, answerUnreadable, refuseForRoom } from "#server/platform/http/error-reply.ts"
import { loopbackCheck } from "#server/platform/http/loopback.ts"
import { parseQueryString } from "#server/platform/http/query-string.ts"
import type { RouteContext } from "#server/platform/http/register-route.ts"
import { noticeWhoLeaves } from "#server/platform/http/request-left.ts"
import {
  closeWhatIsLeft,
  limitBodies,
  type RequestTimes,
  serverTimes,
  usualTimes,
} from "#server/platform/http/request-times.ts"
import { newId } from "#server/platform/ids.ts"
import { traceRequests } from "#server/platform/observability/tracing/requests.ts"
import { applyBrowserPolicy, pageHeaders } from "./browser-policy.ts"
import { collectionsWith } from "./collections.ts"
import { personalDataSources } from "./personal-data-sources.ts"
import { runKinds } from "./run-kinds.ts"

/** Largest JSON body, in bytes (docs/security.md#input). */
const maxBodyBytes = 256 * 1024

/** In the place of the framework's own compilers of schemas, which would be loaded at each start and never used. */
function noCompiler(): never {
  throw new Error("Compilers for our schemas are set when the application is made.")
}

/** Makes the HTTP application: middleware in order, every feature's routes, errors to replies. */
export async function createApp(
  s: Services,
  options: {
    isStopping?: () => boolean
    webDir?: string | null
    times?: RequestTimes
    /** Beside those of the product; only tests have any. */
    otherCollections?: readonly Collection[]
  } = {},
): Promise<FastifyInstance> {
  const times = options.times ?? usualTimes
  const app = Fastify({
    loggerInstance: s.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    trustProxy: s.config.trustProxy.length > 0 ? s.config.trustProxy : false,
    bodyLimit: maxBodyBytes,
    ...serverTimes(times, s.config.generationWaitMs),
    routerOptions: { querystringParser: parseQueryString, maxParamLength: 200 },
    forceCloseConnections: "idle",
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // Addresses the router cannot read never reach a hook, so they get what hooks would have added here.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...pageHeaders(s.config), "x-request-id": request.id })
      answerError(error, request, reply)
    },
    clientErrorHandler: answerUnreadable,
  })
  app.decorateRequest("caller")
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  readJson(app)
  observe(app, s)
  if (s.tracing) traceRequests(app, s.tracing, loopbackCheck(s.config))

  await app.register(cookie)
  await app.register(websocket, { options: { maxPayload: 64 * 1024 } })
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: `${product.name} API`, version: "1" },
      components: { securitySchemes: { session: { type: "apiKey", in: "cookie", name: cookieNames[0] } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  noticeWhoLeaves(app)
  applyBrowserPolicy(app, s.config)
  limitBodies(app, times)
  closeWhatIsLeft(app)
  refuseNul(app)
  dropForeignCountry(app, s.config.countryHeader)
  refuseWithoutRoom(app, s)

  const context: RouteContext = {
    db: s.db,
    authenticate: createAuthenticate(s),
    rateLimitFactor: s.config.rateLimitFactor,
  }
  const collections = collectionsWith(options.otherCollections ?? [])
  const personalData = personalDataSources(collections)
  await app.register(async (scope) => {
    systemRoutes(scope, s, options.isStopping ?? (() => false))
    accountRoutes(scope, s, context)
    sessionRoutes(scope, s, context)
    signInRoutes(scope, s, context)
    secondFactorRoutes(scope, s, context)
    passkeyRoutes(scope, s, context)
    identityRoutes(scope, s, context)
    activityRoutes(scope, s, context)
    noticeListRoutes(scope, s, context)
    personalDataRoutes(scope, s, context, personalData)
    documentRoutes(scope, s, context, collections)
    avatarRoutes(scope, s, context)
    realtimeRoutes(scope, s, context)
    creditRoutes(scope, s, context)
    paymentRoutes(scope, s, context)
    orderAdminRoutes(scope, s, context)
    codeAdminRoutes(scope, s, context)
    noticeRoutes(scope, s)
    sandboxRoutes(scope, s)
    referralRoutes(scope, s, context)
    catalogueRoutes(scope, s, context, openAssetAddresses(options.webDir ?? null))
    runRoutes(scope, s, context, runKinds)
    generationRoutes(scope, s, context, runKinds)
    guestTrialRoutes(scope, s, context)
    pictureRoutes(scope, s, context)
    ownPictureRoutes(scope, s, context)
    albumRoutes(scope, s, context)
    trashRoutes(scope, s, context)
    picturePageRoutes(scope, s, context)
    wordRoutes(scope, s, context)
    photoshootRoutes(scope, s, context)
    trainingRoutes(scope, s, context)
    photoRoutes(scope, s, context)
    exportRoutes(scope, s, context)
    photoPreviewRoutes(scope, s, context)
    batchRoutes(scope, s, context)
    shelfRoutes(scope, s, context)
    shopRoutes(scope, s, context)
    shopReviewRoutes(scope, s, context)
    operatorRoutes(scope, s, context)
    todayRoutes(scope, s, context)
    clientErrorRoutes(scope, s, context)
    incidentRoutes(scope, s, context)
    statusRoutes(scope, s, context)
    peopleRoutes(scope, s, context, personalData)
    messageAdminRoutes(scope, s, context)
    engagementRoutes(scope, s, context)
    publishingRoutes(scope, s, context)
    reviewRoutes(scope, s, context)
    settingsRoutes(scope, s, context)
    modelRoutes(scope, s, context)
    admissionRoutes(scope, s, context)
    admissionAdminRoutes(scope, s, context)
    learningRoutes(scope, s, context)
    queueRoutes(scope, s, context)
    discussionRoutes(scope, s, context)
    calendarRoutes(scope, s, context)
    contactRoutes(scope, s, context)
    mailRoutes(scope, s)
    emailRoutes(scope, s, context)
    engineRoutes(scope, s)
    await fileRoutes(scope, s, context)
  })
  await serveWeb(app, options.webDir ?? null, s.config)
  return app
}

/** Broken JSON counts as an empty body and so ends as a missing parameter (docs/hosted-backend.md#errors); dangerous keys are refused. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error")
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    parse(request, body.toString(), (error, value) => {
      if (!error) return done(null, isObject(value) ? value : {})
      if (/prototype|__proto__/i.test(error.message)) {
        return done(new AppError("general_bad_request", "The request has a key that is not allowed."))
      }
      return done(null, {})
    })
  })
}

/** Nothing we keep has a NUL in it, and PostgreSQL refuses to look for one (docs/security.md#input). */
function refuseNul(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    if (request.url.includes("%00")) throw new AppError("general_bad_request", "The address has a NUL in it.")
  })
}

/** What only reads, or makes room, goes on when the disk is almost full. */
const methodsWithoutRoom = ["GET", "HEAD", "OPTIONS", "DELETE"]

function refuseWithoutRoom(app: FastifyInstance, s: Services): void {
  app.addHook("onRequest", async ({ method }) => {
    if (s.space.isLow() && !methodsWithoutRoom.includes(method)) refuseForRoom()
  })
}

/** A country that anybody could have written counts for nothing: it decides prices. */
function dropForeignCountry(app: FastifyInstance, header: string | null): void {
  if (header === null) return
  app.addHook("onRequest", async (request) => {
    // The first address is who is connected; there is a second only where that one is a trusted proxy.
    if ((request.ips?.length ?? 0) < 2) delete request.headers[header]
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function observe(app: FastifyInstance, s: Services): void {
  app.addHook("onResponse", async (request, reply) => {
    // What the sender has still on its way is read and dropped, so that the connection serves the next call.
    if (!request.raw.complete) request.raw.unpipe().resume()
    const route = request.routeOptions.url ?? "unmatched"
    s.metrics.httpSeconds.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    request.log[s.config.hasAccessLog ? "info" : "debug"](
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.caller?.kind === "person" ? { accountId: request.caller.accountId } : {}),
      },
      "answered",
    )
  })
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id)
  })
}
