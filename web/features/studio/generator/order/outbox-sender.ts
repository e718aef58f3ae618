import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { outboxQuery, watchOutbox } from "#web/lib/outbox/outbox.ts"
import { useOnline } from "#web/lib/page/use-online.ts"

/** Time between two tries while something waits and there seems to be a connection, in ms. */
const tryEveryMs = 15_000

/** Sends what waits as soon as there is a connection, and hears of it in other tabs. Shows nothing. */
export function OutboxSender({ userId }: { userId: string }): null {
  const queries = useQueryClient()
  const isOnline = useOnline()
  const { data: entries = [] } = useQuery(outboxQuery(userId))
  const waits = entries.some(({ state }) => state !== "stopped")
  useEffect(() => {
    if (userId === "") return
    return watchOutbox(() => void queries.invalidateQueries(outboxQuery(userId)))
  }, [queries, userId])
  useEffect(() => {
    if (!waits || !isOnline || userId === "") return
    const send = async (): Promise<void> => {
      const { sendOutbox } = await import("./send-outbox.ts")
      await sendOutbox(queries, userId)
    }
    const trySending = (): void => void send().catch(() => undefined)
    trySending()
    const timer = setInterval(trySending, tryEveryMs)
    return () => clearInterval(timer)
  }, [waits, isOnline, queries, userId])
  return null
}
