import type { FastifyInstance, FastifyReply } from "fastify"
import {
  createDocument,
  type Document,
  deleteDocument,
  getDocument,
  listDocuments,
  updateDocument,
  upsertDocument,
} from "#contract/documents.ts"
import { databaseId } from "#contract/project.ts"
import type { Collection } from "#server/collection.ts"
import { AppError } from "#server/platform/errors.ts"
import { type MountContext, mount, type RouteLimit } from "#server/platform/mount.ts"
import type { Services } from "#server/services.ts"
import * as creation from "./create.ts"
import { collectionsOf } from "./registry.ts"
import * as documents from "./service.ts"

/** Contract §1.7: counted per network, person and route. */
function perMinute(max: number): { limits: readonly RouteLimit[] } {
  const by: RouteLimit["by"] = ({ ip, caller, params }) =>
    `${ip} ${caller.kind === "person" ? caller.accountId : ""} ${params.collectionId}`
  return { limits: [{ max, windowSeconds: 60, by }] }
}

/** The database wrote the JSON; the HTTP layer sends text of this type as it is, so it may stand for the object it spells. */
function asReply<Reply>(reply: FastifyReply, json: string): Reply {
  reply.type("application/json; charset=utf-8")
  return json as Reply
}

export function documentRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  const collections = collectionsOf(s.config)

  /** @throws AppError `database_not_found`, `collection_not_found` */
  const collectionAt = (params: { databaseId: string; collectionId: string }): Collection => {
    if (params.databaseId !== databaseId) throw new AppError("database_not_found", "This database does not exist.")
    const found = collections.get(params.collectionId)
    if (!found) throw new AppError("collection_not_found", "This collection does not exist.")
    return found
  }

  mount(app, context, listDocuments, {}, async ({ caller, params, query, reply }) => {
    const page = await documents.listDocuments(s, collectionAt(params), caller, {
      queries: query.queries ?? [],
      isTotalWanted: query.total !== "false" && query.total !== "0",
    })
    return asReply<{ total: number; documents: Document[] }>(reply, page)
  })

  mount(app, context, createDocument, perMinute(120), async ({ caller, params, body, reply }) =>
    asReply<Document>(reply, await creation.createDocument(s, collectionAt(params), caller, body)),
  )

  mount(app, context, getDocument, {}, async ({ caller, params, query, reply }) =>
    asReply<Document>(
      reply,
      await documents.getDocument(s, collectionAt(params), caller, params.documentId, query.queries),
    ),
  )

  mount(app, context, updateDocument, perMinute(120), async ({ caller, params, body, reply }) =>
    asReply<Document>(reply, await documents.updateDocument(s, collectionAt(params), caller, params.documentId, body)),
  )

  mount(app, context, upsertDocument, perMinute(120), async ({ caller, params, body, reply }) => {
    const { json, isNew } = await creation.upsertDocument(s, collectionAt(params), caller, params.documentId, body)
    if (isNew) reply.code(201)
    return asReply<Document>(reply, json)
  })

  mount(app, context, deleteDocument, perMinute(60), async ({ caller, params }) => {
    await documents.deleteDocument(s, collectionAt(params), caller, params.documentId)
    return null
  })
}
