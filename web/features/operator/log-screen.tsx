import { useInfiniteQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { listOperatorLog, listOperatorLogCsv } from "#contract/product/people.ts"
import { ListHead } from "#web/content/list-head.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { call } from "#web/lib/call.ts"
import { formatMoment } from "#web/lib/format.ts"
import { Button } from "#web/ui/button.tsx"
import { EmptyState, ErrorState } from "#web/ui/empty-state.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"

/** Lines of a page of the log. */
const pageLines = 100

/** What each action of the log is, in words. */
const actions: Readonly<Record<string, string>> = {
  "credits.grant": "gave credits to",
  "orders.refund": "refunded an order of",
  "orders.approve": "approved a payment for an order of",
  "orders.paidBack": "sent money back to",
  "people.block": "blocked",
  "people.unblock": "let in again",
  "people.endSessions": "signed out",
  "people.resetFactor": "reset the two-step sign-in of",
  "words.add": "put a word on the list:",
  "words.change": "changed a word of the list:",
  "words.remove": "took a word off the list:",
  "review.takeDown": "took down a picture of",
  "review.restore": "restored a picture of",
  "review.dismiss": "closed the reports about a picture of",
  "review.approve": "approved a picture of",
  "review.pick": "picked a picture of",
  "review.unpick": "no longer picks a picture of",
  "runs.retry": "tried runs again:",
  "runs.refund": "ended runs and gave their credits back:",
  "letters.resend": "sent mails again:",
  "messages.new": "marked as unread the messages",
  "messages.read": "marked as read the messages",
  "messages.answered": "marked as answered the messages",
  "contracts.add": "wrote down a contract:",
  "contracts.change": "changed a contract:",
  "status.add": "wrote a note for the status page:",
  "status.change": "changed a note of the status page:",
  "lessons.add": "wrote a lesson:",
  "lessons.change": "changed a lesson:",
  "tasks.mark": "answered a task of",
  "classes.add": "put a class on the calendar:",
  "classes.remove": "took a class off the calendar:",
  "announcements.add": "told a cohort:",
  "certificates.withdraw": "withdrew a certificate of",
}

/** Actions that are about no person. */
const isWithoutPerson = (action: string): boolean =>
  /^(words|runs|letters|messages|contracts|status|lessons|classes|announcements)\./.test(action)

/** /operator/log: what operators did, newest first. */
export function LogScreen(): ReactElement {
  const log = useInfiniteQuery({
    queryKey: ["listOperatorLog"],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => (await call(listOperatorLog, { query: { before: pageParam } })).data,
    getNextPageParam: (page) => (page.length < pageLines ? undefined : page.at(-1)?.id),
  })
  const lines = log.data?.pages.flat() ?? []
  return (
    <div className="grid gap-6">
      <ListHead title="Log" csvPath={listOperatorLogCsv.path} />
      {log.isPending ? (
        <Skeleton className="h-64" />
      ) : log.error ? (
        <ErrorState
          title="The log did not load"
          text={messageOf(log.error, noAnswerMessage)}
          action={<Button onClick={() => log.refetch()}>Try again</Button>}
        />
      ) : lines.length === 0 ? (
        <EmptyState title="Nothing yet" text="What operators do is written down here, with the reason." />
      ) : (
        <ul className="grid divide-y divide-line rounded-card border border-line">
          {lines.map(({ id, operator, action, subject, about, reason, createdAt }) => (
            <li key={id} className="grid gap-1 px-4 py-3">
              <p>
                <span className="font-medium">{operator}</span> {actions[action] ?? action}{" "}
                <span className="font-medium wrap-anywhere">
                  {isWithoutPerson(action) ? about : subject || "somebody who left"}
                </span>
                {about !== "" && !isWithoutPerson(action) && <span className="wrap-anywhere">: “{about}”</span>}
              </p>
              <p className="text-sm text-ink-soft wrap-anywhere">
                {reason !== "" && `${reason} · `}
                {formatMoment(createdAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
      {log.hasNextPage && (
        <Button
          variant="secondary"
          busy={log.isFetchingNextPage}
          onClick={() => log.fetchNextPage()}
          className="justify-self-start"
        >
          Show older
        </Button>
      )}
    </div>
  )
}
