import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useEffect } from "react"
import { useParams } from "react-router"
import { addAnswer, getThread, markThread, moderateThread, type ThreadPage } from "#contract/academy/discussions.ts"
import { ComposeForm } from "#web/features/academy/learning/discussion/compose-form.tsx"
import { Loaded } from "#web/features/academy/learning/loaded.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { EntryCard } from "./entry-card.tsx"

/** /learn/discussion/:threadId: what was written in a thread, for those who learn in its cohort and those who teach it. */
export function ThreadScreen(): ReactElement {
  const { threadId = "" } = useParams()
  const thread = useInfiniteQuery({
    queryKey: [...queryKeys.discussions, "thread", threadId],
    queryFn: async ({ pageParam }) =>
      (await call(getThread, { params: { threadId }, query: pageParam === "" ? {} : { after: pageParam } })).data,
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  return (
    <Loaded query={thread} title="The thread did not load" page="Thread" wayOn={back}>
      {(data) => (
        <ThreadPages
          data={data}
          more={thread.hasNextPage ? { isBusy: thread.isFetchingNextPage, load: () => thread.fetchNextPage() } : null}
        />
      )}
    </Loaded>
  )
}

const back = { to: "/learn", label: "Back to the program" }

interface ThreadPagesProps {
  data: InfiniteData<ThreadPage>
  more: { isBusy: boolean; load: () => unknown } | null
}

function ThreadPages({ data, more }: ThreadPagesProps): ReactElement | null {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: queryKeys.discussions })
  const page = data.pages.at(-1)
  const id = page?.thread.id ?? ""
  const lastAt = page?.thread.lastAt ?? ""
  const isUnread = page?.thread.isUnread ?? false
  const mine = useMutation({
    mutationFn: (isMuted?: boolean) =>
      call(markThread, { params: { threadId: id }, body: isMuted === undefined ? {} : { isMuted } }),
    onSuccess: refresh,
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  const moderate = useMutation({
    mutationFn: (body: { isPinned: boolean; isClosed: boolean }) =>
      call(moderateThread, { params: { threadId: id }, body }),
    onSuccess: ({ message }) => {
      notify.success(message)
      return refresh()
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  const { mutate: markRead } = mine
  useEffect(() => {
    // What is on the screen has been read; once for each new entry.
    if (isUnread && lastAt !== "") markRead(undefined)
  }, [isUnread, lastAt, markRead])
  if (!page) return null
  const { thread, mayModerate, mayWrite } = page
  const entries = data.pages.flatMap((one) => one.entries)
  const { isPinned, isClosed, isMuted } = thread
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6">
      <div className="grid gap-3">
        <p>
          {mayModerate ? (
            <TextLink to={`/operator/learning?part=discussion&cohort=${page.cohortId}`}>Discussion</TextLink>
          ) : (
            <TextLink to="/learn/discussion">Discussion</TextLink>
          )}
          {thread.lesson && (
            <span className="text-ink-soft">
              {" "}
              ·{" "}
              {mayModerate ? (
                thread.lesson.title
              ) : (
                <TextLink to={`/learn/${thread.lesson.id}`}>{thread.lesson.title}</TextLink>
              )}
            </span>
          )}
        </p>
        <h1 className="text-3xl wrap-anywhere">{thread.title === "" ? "Deleted" : thread.title}</h1>
        <div className="flex flex-wrap items-center gap-3">
          {thread.isSolved && <Badge tone="leaf">Solved</Badge>}
          {isPinned && <Badge tone="indigo">Pinned</Badge>}
          {isClosed && <Badge>Closed</Badge>}
          <Button
            variant="quiet"
            busy={mine.isPending && mine.variables !== undefined}
            onClick={() => mine.mutate(!isMuted)}
          >
            {isMuted ? "Tell me of it again" : "Mute"}
          </Button>
          {mayModerate && (
            <>
              <Button variant="quiet" onClick={() => moderate.mutate({ isClosed, isPinned: !isPinned })}>
                {isPinned ? "Unpin" : "Pin"}
              </Button>
              <Button variant="quiet" onClick={() => moderate.mutate({ isPinned, isClosed: !isClosed })}>
                {isClosed ? "Open again" : "Close"}
              </Button>
            </>
          )}
        </div>
      </div>
      <ol aria-label="Entries" className="grid gap-4">
        {entries.map((entry, index) => (
          <li key={entry.id}>
            <EntryCard entry={entry} page={page} number={index + 1} />
          </li>
        ))}
      </ol>
      {more && (
        <Button variant="secondary" className="justify-self-center" busy={more.isBusy} onClick={more.load}>
          Load more
        </Button>
      )}
      {mayWrite && !more && (
        <Card>
          <ComposeForm
            label="Your answer"
            button="Answer"
            people={page.people}
            onSend={async ({ text, pictures }) => {
              await call(addAnswer, { params: { threadId: id }, body: { text, pictures } })
              await refresh()
            }}
          />
        </Card>
      )}
      {isClosed && <p className="text-ink-soft">This thread is closed: nobody answers any more.</p>}
    </div>
  )
}
