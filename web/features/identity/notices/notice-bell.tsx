import { useInfiniteQuery } from "@tanstack/react-query"
import { Bell } from "lucide-react"
import type { ReactElement } from "react"
import { noticesQuery } from "#web/lib/session/notices.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Popover } from "#web/ui/overlay/popover.tsx"
import { NoticeList } from "./notice-list.tsx"

/** Beyond this many, the bell only says that there are more. */
const mostCounted = 99

/** The bell of the top bar: how many notices are unread, and the list. */
export function NoticeBell(): ReactElement {
  const { data } = useInfiniteQuery(noticesQuery)
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
      <NoticeList />
    </Popover>
  )
}
