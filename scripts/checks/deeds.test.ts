import { afterAll, beforeAll, expect, test } from "vitest"
import { goodBodies } from "#server/testing/good-bodies.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { contractCalls } from "./contract-calls.ts"

/** States of an account. Each of them calls with a cookie, with the header that stands for it, and with a token. */
const states = ["anonymous", "unconfirmed", "confirmed", "suspended", "blocked", "deleted"] as const
const ways = ["cookie", "fallback", "token"] as const

/** Everybody who calls, in the order of the letters below. */
const callers = [
  ["guest", "nothing"],
  ["server", "key"],
  ...states.flatMap((state) => ways.map((way) => [state, way] as const)),
] as const
type State = (typeof callers)[number][0]
type Way = (typeof callers)[number][1]

const apiKey = "a key of the server, long enough"

let t: TestApp
const people = {} as Record<Exclude<State, "guest" | "server">, TestPerson>
const tokens = new Map<State, string>()
let sessions: Awaited<ReturnType<typeof listSessions>> = []
const listSessions = () => t.s.db.selectFrom("sessions").selectAll().execute()

beforeAll(async () => {
  t = await openTestApp({
    settings: { CONFORMANCE: "1", API_KEY: apiKey, SESSION_FALLBACK: "secret" },
  })
  const anonymous = await t.request("POST", "/v1/account/sessions/anonymous", { body: {} })
  const cookie = anonymous.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
  people.anonymous = { accountId: anonymous.json().userId, email: "", password: "", cookie }
  people.unconfirmed = await t.signUp()
  for (const state of ["confirmed", "suspended", "blocked", "deleted"] as const) {
    people[state] = await t.signUp({ credits: 2_000 })
  }
  for (const state of states) {
    const person = people[state]
    tokens.set(state, (await t.request("POST", "/v1/account/jwts", { person, body: { duration: 3_600 } })).json().jwt)
  }
  await t.s.db.deleteFrom("accounts").where("id", "=", people.deleted.accountId).execute()
  sessions = await listSessions()
  for (const [state] of callers) await restore(state)
})
afterAll(() => t.close())

/** Makes an account what it is called again, whatever the call before did to it. */
async function restore(state: State): Promise<void> {
  await t.s.db.deleteFrom("scratchDocuments").execute()
  if (state === "guest" || state === "server" || state === "deleted") return
  const { accountId } = people[state]
  await t.s.db
    .updateTable("accounts")
    .set({
      isEmailVerified: state !== "anonymous" && state !== "unconfirmed",
      isBlocked: state === "blocked",
      publishing: state === "suspended" ? "blocked" : "new",
      email: people[state].email || null,
      phone: null,
      secondFactorAt: null,
    })
    .where("id", "=", accountId)
    .execute()
  await t.s.db.deleteFrom("sessions").where("accountId", "=", accountId).execute()
  await t.s.db
    .insertInto("sessions")
    .values(sessions.filter((session) => session.accountId === accountId))
    .execute()
}

function headersOf(state: State, way: Way): Record<string, string> {
  if (way === "nothing") return {}
  if (way === "key") return { "x-appwrite-key": apiKey }
  if (way === "token") return { "x-appwrite-jwt": tokens.get(state) ?? "" }
  const { cookie } = people[state as keyof typeof people]
  if (way === "cookie") return { cookie }
  const [name = "", value = ""] = (cookie.split("; ")[0] ?? "").split("=")
  return { "x-fallback-cookies": JSON.stringify({ [name]: decodeURIComponent(value) }) }
}

/** What a call is refused with for who makes it, and not for what it asks. */
const doors = new Set([
  "general_unauthorized_scope",
  "user_unauthorized",
  "not_allowed",
  "proof_required",
  "sign_in_again",
  "user_session_already_exists",
  "user_session_not_found",
])

/** Where a call that needs one leads. */
const places: Record<string, string> = {
  sessionId: "current",
  databaseId: "main",
  tableId: "scratch",
  collectionId: "scratch",
  bucketId: "images",
}

const fill = (path: string): string =>
  path.replaceAll(/:(\w+)\??/g, (_, name: string) => places[name] ?? "some-id").replace("*", "some-id")

/** Bodies of calls that are drawn and shown alike. */
function bodyOf(call: string): object {
  const alike = call.replace(/image-gen-with-.*/, "image-gen-with-flux-1.1").replace("/photoshoots/", "/pictures/")
  return goodBodies[call] ?? goodBodies[alike] ?? {}
}

/** @returns for each kind of caller whether the call is let in: `+`, or `-` */
async function lettersOf(deed: { method: string; path: string }): Promise<string> {
  const url = fill(deed.path)
  const body = bodyOf(`${deed.method} ${url}`)
  let letters = ""
  for (const [state, way] of callers) {
    const reply = await t.app.inject({
      method: deed.method as "POST",
      url,
      headers: headersOf(state, way),
      payload: body,
    })
    const type = reply.headers["content-type"]?.toString().includes("json") ? reply.json()?.type : ""
    const isLetIn = !doors.has(type)
    // What was let in may have ended the session, or changed the account.
    if (isLetIn) await restore(state)
    letters += `${way === "key" || way === "cookie" ? " " : ""}${isLetIn ? "+" : "-"}`
  }
  return letters
}

/**
 * Which deeds let in whom, in the order of `callers`: guest, server key, and each state by cookie, fallback and token; `+` for
 * those who get as far as what they ask.
 */
const table: Record<string, readonly string[]> = {
  // Anybody; a link, a code or a password in the call says what it may.
  "+ + +++ +++ +++ +++ +++ +++": [
    "POST /sign-in",
    "POST /sign-up",
    "POST /forgot-password",
    "POST /reset-password",
    "POST /verify-user",
    "POST /v1/account/sessions/oauth2/callback/:provider/:projectId",
    "PUT /v1/account/verification",
    "POST /v1/account/recovery",
    "PUT /v1/account/recovery",
    "PUT /v1/account/verification/phone",
    "POST /v1/account/sessions/magic-url",
    "POST /v1/account/tokens/email",
    "POST /v1/account/sessions/phone",
    "POST /v1/account",
    "POST /tries",
    "POST /reports",
    "POST /shop/:handle/report",
    "POST /picture/:pictureId/report",
    "POST /academy/waitlist",
    "POST /academy/waitlist-form",
    "POST /academy/waitlist/leave",
    "POST /notices/unsubscribe",
    "POST /client-errors",
    "POST /badges/check",
    "POST /contact",
    "POST /contact-form",
    "POST /contact/sheets",
    "POST /contact/sheet-form",
  ],
  // Whoever has no session here, to sign in.
  "+ + --- --- --- --- +++ +++": [
    "POST /v1/account/sessions/anonymous",
    "PUT /v1/account/sessions/magic-url",
    "PUT /v1/account/sessions/phone",
    "POST /passkey-sign-in",
    "POST /v1/account/sessions/token",
    "POST /v1/account/sessions/email",
  ],
  // Anybody but a session without an address; each file and document says for itself who may.
  "+ + --- +++ +++ +++ +++ +++": [
    "POST /passkey-sign-in/challenge",
    "POST /v1/databases/:databaseId/collections/:collectionId/documents",
    "PATCH /v1/databases/:databaseId/collections/:collectionId/documents/:documentId",
    "DELETE /v1/databases/:databaseId/collections/:collectionId/documents/:documentId",
    "PUT /v1/storage/buckets/:bucketId/files/:fileId",
    "DELETE /v1/storage/buckets/:bucketId/files/:fileId",
    "POST /v1/tablesdb/:databaseId/tables/:tableId/rows",
    "PATCH /v1/tablesdb/:databaseId/tables/:tableId/rows/:rowId",
    "DELETE /v1/tablesdb/:databaseId/tables/:tableId/rows/:rowId",
  ],
  // Every session, and tokens of it.
  "- - +++ +++ +++ +++ --- ---": [
    "DELETE /v1/account/sessions/:sessionId",
    "POST /terms-accepted",
    "POST /studio/readings",
  ],
  // Every session, and no token of it.
  "- - ++- ++- ++- ++- --- ---": [
    "POST /v1/account/jwt",
    "PATCH /v1/account/email",
    "PATCH /v1/account/phone",
    "DELETE /v1/account/sessions",
    "DELETE /v1/account",
  ],
  // Accounts with an address, and server keys.
  "- + --- +++ +++ +++ --- ---": [
    "PUT /v1/databases/:databaseId/collections/:collectionId/documents/:documentId",
    "POST /v1/storage/buckets/:bucketId/files",
    "PUT /v1/tablesdb/:databaseId/tables/:tableId/rows/:rowId",
  ],
  // Accounts with an address, and tokens of them.
  "- - --- +++ +++ +++ --- ---": [
    "POST /learning/discussions",
    "POST /learning/discussions/:threadId/answers",
    "PUT /learning/discussions/:threadId/mine",
    "PUT /learning/discussions/:threadId/accepted",
    "PATCH /learning/discussion-entries/:entryId",
    "DELETE /learning/discussion-entries/:entryId",
    "POST /learning/discussion-entries/:entryId/reports",
    "POST /v1/account/mfa/authenticators/:type",
    "PUT /v1/account/mfa/authenticators/:type",
    "DELETE /v1/account/mfa/authenticators/:type",
    "POST /v1/account/mfa/challenge",
    "PATCH /account/passkeys/:passkeyId",
    "POST /v1/account/verification",
    "POST /v1/account/verification/phone",
    "PATCH /v1/account/name",
    "PATCH /v1/account/prefs",
    "PATCH /v1/account/sessions/:sessionId",
    "POST /operators/claim",
    "POST /v1_1/:cloud_name/image/upload",
    "POST /image-host/uploads",
    "POST /image-host/uploads/:uploadId",
    "POST /operators/orders/:tx_ref/refund",
    "POST /operators/orders/:tx_ref/approve",
    "POST /operators/orders/:tx_ref/payments/:paymentId/paid-back",
    "POST /orders",
    "POST /orders/quote",
    "POST /orders/:tx_ref/link",
    "POST /notices/read",
    "PATCH /notices/settings",
    "POST /notices/devices",
    "POST /notices/devices/removal",
    "POST /codes/redeem",
    "POST /orders/:tx_ref/check",
    "POST /referral/claim",
    "POST /photo-batches",
    "POST /photo-batches/:batchId/retry",
    "POST /photo-batches/:batchId/sets",
    "POST /photo-batches/:batchId/stop",
    "POST /cut-outs/:pictureId/refine",
    "POST /cut-outs/:pictureId/restore",
    "POST /cut-outs/:pictureId/answer",
    "POST /cut-outs/:pictureId/settle",
    "POST /generation-orders/:orderId/cancel",
    "POST /tries/claim",
    "PUT /own-pictures/:pictureId/star",
    "POST /own-pictures/visibility",
    "POST /own-pictures/deletion",
    "POST /own-pictures/trash/restoration",
    "POST /own-pictures/trash/deletion",
    "POST /own-pictures/:source/:pictureId/links",
    "DELETE /own-pictures/links/:linkId",
    "POST /own-pictures/albums",
    "PATCH /own-pictures/albums/:albumId",
    "POST /own-pictures/albums/:albumId/pictures",
    "POST /own-pictures/albums/:albumId/removal",
    "POST /own-pictures/albums/:albumId/deletion",
    "POST /studio/presets",
    "PATCH /studio/presets/:presetId",
    "DELETE /studio/presets/:presetId",
    "DELETE /studio/recent-prompts/:promptId",
    "DELETE /studio/recent-prompts",
    "PUT /own-shop",
    "POST /own-shop/feed",
    "POST /own-shop/number-code",
    "POST /own-shop/number-proof",
    "POST /image-upscaler",
    "POST /background-remover",
    "POST /image-to-prompt",
    "POST /operators/review/:source/:pictureId/take-down",
    "POST /operators/review/:source/:pictureId/restore",
    "POST /operators/review/:source/:pictureId/dismiss",
    "POST /operators/review/:source/:pictureId/approve",
    "POST /operators/review/:source/:pictureId/pick",
    "POST /operators/review/:source/:pictureId/unpick",
    "POST /operators/shops/:kind/:id/take-down",
    "POST /operators/shops/:kind/:id/restore",
    "POST /operators/shops/:kind/:id/dismiss",
    "POST /runs/:runId/cancel",
    "POST /runs/:runId/retry",
    "POST /runs/:runId/put-away",
    "POST /photo-scenes",
    "POST /shelf/products",
    "PUT /shelf/products/:productId",
    "DELETE /shelf/products/:productId",
    "POST /shelf/pictures",
    "POST /shelf/table",
    "POST /shelf/table/check",
    "POST /shelf/from-photo",
    "POST /shelf/products/:productId/from-photo",
    "PATCH /trainings/:trainingId",
    "POST /trainings/:trainingId/cancel",
    "POST /trainings/:trainingId/shots",
    "POST /trainings/:trainingId/generate",
    "POST /training-looks",
    "POST /training-looks/settle",
    "POST /photo-checks",
    "POST /academy/withdrawal",
    "POST /stage",
    "POST /applications",
    "POST /academy/enrolment",
    "POST /academy/assessment",
    "PUT /academy/assessment/:id/answers/:questionId",
    "POST /academy/assessment/:id/hand-in",
    "PUT /academy/interview",
    "DELETE /academy/interview",
    "POST /learning/classes/:classId/join",
    "POST /learning/calendar/renewal",
    "DELETE /learning/calendar",
  ],
  // Accounts with an address, and no token of them.
  "- - --- ++- ++- ++- --- ---": [
    "PATCH /v1/account/mfa/recovery-codes",
    "PUT /v1/account/mfa/challenge",
    "DELETE /v1/account/identities/:identityId",
    "PATCH /v1/account/password",
    "PATCH /v1/account/status",
    "POST /v1/account/export",
    "POST /account/proof",
    "POST /account/passkeys",
    "DELETE /account/passkeys/:passkeyId",
    "PUT /account/passkeys/two-step",
    "POST /account/passkey-proof",
    "POST /account/passkey-proof/challenge",
  ],
  // Accounts that confirmed address or number, and no token of them.
  "- - --- --- ++- ++- --- ---": ["POST /account/passkeys/challenge"],
  // Accounts that confirmed address or number: it costs the operator.
  "- - --- --- +++ +++ --- ---": ["POST /shelf/seen"],
  // Accounts that confirmed address or number, and that nobody keeps from publishing.
  "- - --- --- +++ --- --- ---": [
    "POST /own-pictures/albums/:albumId/links",
    "POST /image-gen-with-flux-1.1",
    "POST /image-gen-with-flux-1.1-ultra",
    "POST /image-gen-with-flux-dev-realism",
    "POST /image-gen-with-dalle3",
    "POST /image-gen-with-flux-lora-GHIBSKY-style",
    "POST /image-gen-with-flux-lora-CNSTLL-style",
    "POST /image-gen-with-flux-lora-TOK-style",
    "POST /pictures/:pictureId/visibility",
    "POST /photoshoots/:pictureId/visibility",
  ],
  // Nobody of these: operators, teachers and learners of a cohort.
  "- - --- --- --- --- --- ---": [
    "POST /operators/team/invitations",
    "POST /operators/team/invitations/:invitationId/link",
    "POST /operators/team/invitations/:invitationId/mail",
    "POST /operators/team/invitations/:invitationId/end",
    "PUT /operators/team/:memberId",
    "POST /operators/team/:memberId/removal",
    "POST /operators/codes/promotions",
    "POST /operators/codes/vouchers",
    "POST /operators/codes/end",
    "PUT /operators/prices/studio-promo",
    "POST /operators/words",
    "PUT /operators/words/:wordId",
    "POST /operators/words/:wordId/remove",
    "POST /operators/words/try",
    "POST /operators/runs/refund",
    "POST /operators/runs/retry",
    "POST /operators/letters/resend",
    "POST /operators/admissions/applications/:id/letter",
    "POST /operators/admissions/applications/:id/decision",
    "POST /operators/admissions/decisions",
    "POST /operators/admissions/applications/:id/interview",
    "POST /operators/admissions/applications/:id/retake",
    "POST /operators/admissions/applications/:id/withdrawal",
    "POST /operators/admissions/cohorts",
    "PUT /operators/admissions/cohorts/:id",
    "POST /operators/admissions/cohorts/:id/preview",
    "POST /operators/admissions/slots",
    "DELETE /operators/admissions/slots/:id",
    "POST /learning/progress",
    "POST /learning/lessons/:lessonId/quiz",
    "POST /learning/lessons/:lessonId/submissions",
    "PUT /learning/lessons/:lessonId/note",
    "POST /learning/study-kit/:item/read",
    "PUT /operators/admissions/assessments/:id/marks",
    "PUT /operators/admissions/cohorts/:id/texts",
    "PUT /operators/admissions/cohorts/:id/fees",
    "POST /operator/learning/submissions/:submissionId",
    "POST /operator/learning/submissions/:submissionId/claim",
    "POST /operators/admissions/assessments/:id/claim",
    "POST /operator/learning/quiet/:placeId/message",
    "POST /operator/learning/modules/:moduleId/lessons",
    "PATCH /operator/learning/lessons/:lessonId",
    "DELETE /operator/learning/lessons/:lessonId",
    "PUT /operator/learning/modules/:moduleId/order",
    "PUT /operator/learning/module-order",
    "POST /operator/learning/lessons/:lessonId/bring-back",
    "POST /learning/lessons/:lessonId/edition",
    "POST /operator/learning/preview",
    "POST /operator/learning/classes",
    "PATCH /operator/learning/classes/:classId",
    "POST /operator/learning/classes/:classId/cancellation",
    "POST /operator/learning/announcements",
    "PATCH /operator/learning/announcements/:announcementId",
    "DELETE /operator/learning/announcements/:announcementId",
    "POST /operator/learning/certificates/:code/withdraw",
    "POST /operators/badge-keys",
    "PUT /operator/learning/discussions/:threadId",
    "POST /operator/learning/discussion-entries/:entryId/hide",
    "POST /operator/learning/discussion-entries/:entryId/dismiss",
    "POST /operators/contracts",
    "PUT /operators/contracts/:contractId",
    "POST /operators/messages/mark",
    "POST /operators/people/:personId/credits",
    "POST /operators/people/:personId/credits-taken",
    "POST /operators/people/:personId/stage",
    "POST /operators/people/:personId/cohort",
    "POST /operators/people/:personId/confirmation",
    "POST /operators/people/:personId/copy",
    "POST /operators/people/:personId/erasure",
    "POST /operators/people/:personId/pictures",
    "POST /operators/people/:personId/block",
    "POST /operators/people/:personId/reset-factor",
    "POST /operators/people/:personId/end-sessions",
    "POST /operators/incidents",
    "PUT /operators/incidents/:incidentId",
    "POST /operators/models/:modelId",
    "POST /operators/models/:modelId/removal",
  ],
}

const letters = new Map(Object.entries(table).flatMap(([row, deeds]) => deeds.map((deed) => [deed, row] as const)))

test("every deed has one row, and lets in whom it says", { timeout: 600_000 }, async () => {
  const deeds = (await contractCalls()).filter(({ method }) => method !== "GET")
  const names = deeds.map(({ method, path }) => `${method} ${path}`)
  expect(Object.values(table).flat().toSorted()).toEqual(names.toSorted())
  const found: Record<string, string> = {}
  for (const deed of deeds) found[`${deed.method} ${deed.path}`] = await lettersOf(deed)
  expect(found).toEqual(Object.fromEntries(names.map((name) => [name, letters.get(name)])))
})
