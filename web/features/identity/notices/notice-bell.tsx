import { useInfiniteQuery } from "@tanstack/react-query"
import { Bell } from "lucide-react"
import { type ReactElement, useEffect, useState } from "react"
import { noticesQuery } from "#web/lib/session/notices.ts"
import { Button } from "#web/ui/button/button.tsx"
import { SkeletonText } from "#web/ui/feedback/skeleton.tsx"
import { Popover } from "#web/ui/overlay/popover.tsx"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"

/** Beyond this many, the bell only says that there are more. */
const mostCounted = 99

/** How long the count waits for a connection that tells of new notices, in milliseconds; some networks let none through. */
const patienceMs = 5_000

/** The bell of the top bar: how many notices are unread, and the list. @param isHeard whether new ones are told by now */
export function NoticeBell({ isHeard }: { isHeard: boolean }): ReactElement {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useInfiniteQuery({ ...noticesQuery, enabled: isHeard || isLate })
  const unread = data?.pages[0]?.unread ?? 0
  const name = unread === 0 ? "Notices" : `Notices, ${unread} unread`
  return (
    <Popover
      label="Notices"
      trigger={
        <Button variant="quiet" size="icon" aria-label={name} className="relative">
          <Bell aria-hidden="true" />
          {unread > 0 && (
            <span
              aria-hidden="true"
              className="absolute top-0.5 right-0 min-w-5 rounded-full bg-clay px-1 text-center text-xs leading-5 font-medium text-on-indigo tabular-nums"
            >
              {unread > mostCounted ? `${mostCounted}+` : unread}
            </span>
          )}
        </Button>
      }
    >
      <LazyList />
    </Popover>
  )
}

const loadList = async () => (await import("./notice-list.tsx")).NoticeList

/** The list, whose code comes when it is opened. */
function LazyList(): ReactElement {
  const { part: NoticeList, want } = useLazyPart(loadList)
  useEffect(want, [want])
  return NoticeList ? <NoticeList /> : <SkeletonText className="w-full" />
}
