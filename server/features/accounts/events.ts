import type { Session, Token, User } from "#contract/hosted/account.ts"
import { wireDate } from "#contract/primitives.ts"
import type { Db } from "#server/db/open.ts"
import { eventNames, publish } from "#server/platform/realtime.ts"

type Path = Parameters<typeof eventNames>[0]

/** Tells a person's open screens, and nobody else's (contract §6.3). */
async function tellOwner(db: Db, accountId: string, events: string[], payload: unknown): Promise<void> {
  await publish(db, {
    kind: "event",
    events,
    channels: ["account", `account.${accountId}`],
    timestamp: wireDate(new Date()),
    payload,
    roles: [`user:${accountId}`],
  })
}

function pathTo(accountId: string, kind: string, id: string): Path {
  return [
    { kind: "users", id: accountId },
    { kind, id },
  ]
}

export function publishAccount(
  db: Db,
  user: User,
  action: "create" | "update" | "delete",
  detail?: string,
): Promise<void> {
  return tellOwner(db, user.$id, eventNames([{ kind: "users", id: user.$id }], action, detail), user)
}

/** The session as its owner reads it elsewhere, so it is never the current one. */
export function publishSession(db: Db, session: Session, action: "create" | "update" | "delete"): Promise<void> {
  const { userId, $id } = session
  return tellOwner(db, userId, eventNames(pathTo(userId, "sessions", $id), action), { ...session, current: false })
}

export function publishToken(
  db: Db,
  token: Token,
  kind: "recovery" | "verification",
  action: "create" | "update",
): Promise<void> {
  const payload: Token = { ...token, secret: "" }
  return tellOwner(db, token.userId, eventNames(pathTo(token.userId, kind, token.$id), action), payload)
}
