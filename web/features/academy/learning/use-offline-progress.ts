import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { useOnline } from "#web/lib/page/use-online.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import { listStoredMarks, sendStoredProgress } from "./offline/saved-progress.ts"
import { pollEveryMs, portalKey } from "./use-portal.ts"

export const storedMarksKey = ["storedMarks"]

/**
 * Lessons that were done without a connection and still wait to be sent. They are sent as soon as the server can be
 * reached, which is tried again and again while any wait.
 */
export function useStoredProgress(reader: string): readonly string[] {
  const queries = useQueryClient()
  const isOnline = useOnline()
  const { data: marks = [] } = useQuery({
    queryKey: storedMarksKey,
    queryFn: () => listStoredMarks(reader),
    enabled: reader !== "",
    networkMode: "always",
  })
  const waiting = marks.length
  useEffect(() => {
    if (!isOnline || waiting === 0) return
    let isStopped = false
    const send = async (): Promise<void> => {
      const sent = await sendStoredProgress(reader).catch(() => null)
      if (sent === null || isStopped) return
      tell(sent.done.length, sent.refused)
      for (const queryKey of [storedMarksKey, portalKey, ["getLesson"], ["getResources"]]) {
        void queries.invalidateQueries({ queryKey })
      }
    }
    void send()
    const timer = setInterval(() => void send(), pollEveryMs)
    return () => {
      isStopped = true
      clearInterval(timer)
    }
  }, [isOnline, waiting, reader, queries])
  return marks
}

function tell(done: number, refused: readonly { reason: string }[]): void {
  if (done > 0) {
    notify.success(done === 1 ? "One lesson you did offline is saved." : `${done} lessons you did offline are saved.`)
  }
  const [first] = refused
  if (first) notify.error(`A lesson you did offline was not taken. ${first.reason}`)
}
