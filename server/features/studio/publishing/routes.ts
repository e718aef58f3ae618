import type { FastifyInstance } from "fastify"
import * as contract from "#contract/studio/blocked-words.ts"
import type { Services } from "#server/declarations/services.ts"
import { operatorWith } from "#server/features/identity/operators/service.ts"
import { sendCsv } from "#server/platform/documents/csv.ts"
import { type RouteContext, type RouteLimit, registerRoute } from "#server/platform/http/register-route.ts"
import * as list from "./word-list.ts"

/** Per operator. */
const acting: RouteLimit = {
  max: 240,
  windowSeconds: 60,
  by: ({ caller }) => (caller.kind === "person" ? `person:${caller.accountId}` : null),
}

/** The list of words that operators keep. */
export function publishingRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const options = { limits: [acting] }
  registerRoute(app, context, contract.listBlockedWords, options, async ({ caller, request }) => {
    operatorWith("words", caller, request.ip)
    return { data: await list.listWords(s) }
  })
  registerRoute(app, context, contract.listBlockedWordsCsv, options, async ({ caller, request, reply }) => {
    operatorWith("words", caller, request.ip)
    await sendCsv(reply, "words.csv", list.wordLines(s))
  })
  registerRoute(app, context, contract.addBlockedWord, options, async ({ caller, body, request }) => ({
    data: await list.addWord(s, operatorWith("words", caller, request.ip), body),
  }))
  registerRoute(app, context, contract.changeBlockedWord, options, async ({ caller, params, body, request }) => ({
    data: await list.changeWord(s, operatorWith("words", caller, request.ip), params.wordId, body),
  }))
  registerRoute(app, context, contract.removeBlockedWord, options, async ({ caller, params, body, request }) => {
    await list.removeWord(s, operatorWith("words", caller, request.ip), params.wordId, body.reason)
    return { message: "The word is off the list." }
  })
  registerRoute(app, context, contract.tryBlockedWords, options, async ({ caller, body, request }) => {
    operatorWith("words", caller, request.ip)
    return { data: await list.tryWords(s, body.text) }
  })
}
