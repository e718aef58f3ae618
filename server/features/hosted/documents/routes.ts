import type { FastifyInstance, FastifyReply } from "fastify"
import {
  createDocument,
  type Document,
  deleteDocument,
  getDocument,
  listDocuments,
  updateDocument,
  upsertDocument,
} from "#contract/hosted/documents.ts"
import type { Collections } from "#server/declarations/collection.ts"
import type { Services } from "#server/declarations/services.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { guestLists } from "#server/platform/http/route-limits.ts"
import * as creation from "./create.ts"
import { collectionAt, perMinute } from "./route-parts.ts"
import { rowRoutes } from "./row-routes.ts"
import * as documents from "./service.ts"

/** The database wrote the JSON; the HTTP layer sends text of this type as it is, so it may stand for the object it spells. */
function asReply<Reply>(reply: FastifyReply, json: string): Reply {
  reply.type("application/json; charset=utf-8")
  return json as Reply
}

export function documentRoutes(
  app: FastifyInstance,
  s: Services,
  context: RouteContext,
  collections: Collections,
): void {
  registerRoute(app, context, listDocuments, guestLists, async ({ caller, params, query, reply }) => {
    const page = await documents.listDocuments(s, collectionAt(collections, params), caller, {
      queries: query.queries ?? [],
      isTotalWanted: query.total !== "false" && query.total !== "0",
    })
    return asReply<{ total: number; documents: Document[] }>(reply, page)
  })

  registerRoute(app, context, createDocument, perMinute(120), async ({ caller, params, body, reply }) =>
    asReply<Document>(reply, await creation.createDocument(s, collectionAt(collections, params), caller, body)),
  )

  registerRoute(app, context, getDocument, {}, async ({ caller, params, query, reply }) =>
    asReply<Document>(
      reply,
      await documents.getDocument(s, collectionAt(collections, params), caller, params.documentId, query.queries),
    ),
  )

  registerRoute(app, context, updateDocument, perMinute(120), async ({ caller, params, body, reply }) =>
    asReply<Document>(
      reply,
      await documents.updateDocument(s, collectionAt(collections, params), caller, params.documentId, body),
    ),
  )

  registerRoute(app, context, upsertDocument, perMinute(120), async ({ caller, params, body, reply }) => {
    const { json, isNew } = await creation.upsertDocument(
      s,
      collectionAt(collections, params),
      caller,
      params.documentId,
      body,
    )
    if (isNew) reply.code(201)
    return asReply<Document>(reply, json)
  })

  registerRoute(app, context, deleteDocument, perMinute(60), async ({ caller, params }) => {
    await documents.deleteDocument(s, collectionAt(collections, params), caller, params.documentId)
    return null
  })

  rowRoutes(app, s, context, collections)
}
