import type { FastifyInstance } from "fastify"
import { getInitials } from "#contract/avatars.ts"
import { getUser } from "#server/features/accounts/service.ts"
import type { Caller } from "#server/platform/caller.ts"
import { type MountContext, mount } from "#server/platform/mount.ts"
import type { Services } from "#server/services.ts"
import { drawInitials } from "./initials.ts"

/** Side when a client asks for 0 by 0, in pixels. */
const defaultSide = 500

/** 45 days; a name's picture never changes (contract §5). */
const cacheSeconds = 3_888_000

export function avatarRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  mount(app, context, getInitials, {}, async ({ caller, query, reply }) => {
    const { width, height, background } = query
    const size = { width: width || height || defaultSide, height: height || width || defaultSide }
    // Without a name the picture depends on who asks, so it is not kept.
    if (query.name) reply.header("cache-control", `private, max-age=${cacheSeconds}`)
    reply.type("image/png")
    return drawInitials(query.name || (await ownName(s, caller)), size, background)
  })
}

async function ownName(s: Services, caller: Caller): Promise<string> {
  if (caller.kind !== "person") return ""
  const user = await getUser(s.db, caller.accountId)
  return user.name || user.email
}
