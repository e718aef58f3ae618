import type { FastifyInstance } from "fastify"
import * as contract from "#contract/studio/albums.ts"
import type { Services } from "#server/declarations/services.ts"
import { createLink, listLinks } from "#server/features/studio/picture-pages/service.ts"
import { sendZip } from "#server/platform/documents/send-zip.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { hourlyPerPerson, perPerson } from "#server/platform/http/route-limits.ts"
import * as albums from "./service.ts"

const reading = { limits: [perPerson(240, 60)] }

/** Ten thousand pictures go into an album, or into the trash, in a hundred calls. */
const changing = { limits: [perPerson(240, 60)] }

/** As with pictures that are chosen: each sends up to half a gigabyte. */
const downloading = { limits: [perPerson(10, 60)] }

/** As with links to one picture. */
const linking = { limits: [hourlyPerPerson(120)] }

/** A person's own albums. */
export function albumRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.listAlbums, reading, async ({ caller, query }) => ({
    data: await albums.listAlbums(s, caller.accountId, query.pictures),
  }))
  registerRoute(app, context, contract.createAlbum, changing, async ({ caller, body }) => ({
    data: await albums.createAlbum(s, caller.accountId, body),
  }))
  registerRoute(app, context, contract.changeAlbum, changing, async ({ caller, params, body }) => ({
    data: await albums.changeAlbum(s, caller.accountId, params.albumId, body),
  }))
  registerRoute(app, context, contract.countAlbum, reading, async ({ caller, params }) => ({
    data: await albums.countAlbum(s, caller.accountId, params.albumId),
  }))
  registerRoute(app, context, contract.deleteAlbum, changing, async ({ caller, params, body }) => ({
    data: await albums.deleteAlbum(s, caller, params.albumId, body),
  }))
  registerRoute(app, context, contract.addToAlbum, changing, async ({ caller, params, body }) => ({
    data: await albums.addPictures(s, caller.accountId, params.albumId, body.ids),
  }))
  registerRoute(app, context, contract.takeFromAlbum, changing, async ({ caller, params, body }) => ({
    data: await albums.takePictures(s, caller.accountId, params.albumId, body.ids),
  }))
  registerRoute(app, context, contract.downloadAlbum, downloading, async ({ caller, params, reply }) =>
    sendZip(reply, await albums.packAlbum(s, caller.accountId, params.albumId)),
  )
  registerRoute(app, context, contract.listAlbumLinks, reading, async ({ caller, params }) => ({
    data: await listLinks(s, caller.accountId, { source: "albums", id: params.albumId }),
  }))
  registerRoute(app, context, contract.createAlbumLink, linking, async ({ caller, params, body }) => ({
    data: await createLink(s, caller, { source: "albums", id: params.albumId }, body.hours),
  }))
}
