import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { Link } from "react-router"
import type { Notice } from "#contract/identity/notices.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { formatMoment } from "#web/lib/format/format.ts"
import { markRead, noticesQuery } from "#web/lib/session/notices.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { SkeletonText } from "#web/ui/feedback/skeleton.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"

/** What a person was told, newest first. Opening one marks it as read. */
export function NoticeList(): ReactElement {
  const queries = useQueryClient()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(noticesQuery)
  const read = useMutation({
    mutationFn: (which: { id: string; andBefore: boolean }) => markRead(queries, which),
  })
  const notices = data?.pages.flatMap((page) => page.data)
  const [newest] = notices ?? []
  const unread = data?.pages[0]?.unread ?? 0
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg">Notices</h2>
        {newest && unread > 0 && (
          <Button variant="quiet" busy={read.isPending} onClick={() => read.mutate({ id: newest.id, andBefore: true })}>
            Mark all as read
          </Button>
        )}
      </div>
      <FormTrouble message={error || read.error ? messageOf(error ?? read.error, noAnswerMessage) : undefined} />
      {notices === undefined && !error && <SkeletonText className="w-full" />}
      {notices?.length === 0 && (
        <p className="text-ink-soft">Nothing yet. Here you read when longer work is done or something needs you.</p>
      )}
      {notices && notices.length > 0 && (
        <ul className="grid">
          {notices.map((notice) => (
            <NoticeLine
              key={notice.id}
              notice={notice}
              onOpen={() => {
                if (!notice.isRead) read.mutate({ id: notice.id, andBefore: false })
              }}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older ones
        </Button>
      )}
      <p className="border-t border-line pt-3 text-sm">
        <TextLink to="/account#notices">How you are told of what</TextLink>
      </p>
    </div>
  )
}

function NoticeLine({ notice, onOpen }: { notice: Notice; onOpen: () => void }): ReactElement {
  const { title, text, path, createdAt, isRead } = notice
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to={path}
        onClick={onOpen}
        className="flex items-start gap-3 text-ink rounded-control px-1 py-3 hover:bg-indigo-wash"
      >
        <span
          aria-hidden="true"
          className={classNames("mt-2 size-2 shrink-0 rounded-full", isRead ? "bg-transparent" : "bg-clay")}
        />
        <span className="grid min-w-0 gap-0.5">
          <span className={classNames("wrap-anywhere", !isRead && "font-medium")}>
            {title}
            {!isRead && <span className="sr-only">, unread</span>}
          </span>
          <span className="text-sm wrap-anywhere text-ink-soft">{text}</span>
          <time dateTime={createdAt} className="text-sm text-ink-soft">
            {formatMoment(createdAt)}
          </time>
        </span>
      </Link>
    </li>
  )
}
