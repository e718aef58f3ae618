import { type UseQueryResult, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { useNavigate } from "react-router"
import { addThread, type Hit, listThreads, searchDiscussions } from "#contract/academy/discussions.ts"
import { DelayedSearch } from "#web/content/lists/delayed-search.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatZonedMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx"
import { ComposeForm } from "./compose-form.tsx"
import { authorWords, ThreadRows } from "./thread-rows.tsx"

interface ThreadListProps {
  cohortId: string
  /** About one lesson; without it about the cohort and all of them. */
  lessonId?: string
}

/** The threads of a cohort, or of a lesson in it, with a search and a form for a new one. */
export function ThreadList({ cohortId, lessonId }: ThreadListProps): ReactElement {
  const [words, setWords] = useState("")
  const [isWriting, setWriting] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const threads = useInfiniteQuery({
    queryKey: [...queryKeys.discussions, "list", cohortId, lessonId ?? ""],
    queryFn: async ({ pageParam }) =>
      call(listThreads, {
        query: {
          cohortId,
          ...(lessonId !== undefined && { lessonId }),
          ...(pageParam !== "" && { before: pageParam }),
        },
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const isSearching = words.length >= 2
  return (
    <div className="grid gap-4">
      {lessonId === undefined && (
        <DelayedSearch label="Search what was written" value={words} onChange={setWords} maxLength={100} />
      )}
      {isSearching && <Hits cohortId={cohortId} words={words} />}
      {!isSearching && (
        <Arrived query={threads} title="The discussions did not load">
          {({ pages }) => {
            const [first] = pages
            const all = pages.flatMap(({ data }) => data)
            return (
              <div className="grid gap-4">
                {first?.mayWrite && !isWriting && (
                  <Button
                    variant={lessonId === undefined ? "primary" : "secondary"}
                    className="w-full sm:w-fit"
                    onClick={() => setWriting(true)}
                  >
                    {lessonId === undefined ? "New thread" : "Ask about this lesson"}
                  </Button>
                )}
                {first?.mayWrite === false && (
                  <p className="text-ink-soft">You can read here, and not write: too much of yours was taken down.</p>
                )}
                {isWriting && (
                  <Card>
                    <ComposeForm
                      label="Your words"
                      button="Send"
                      hasTitle
                      people={first?.people ?? []}
                      onCancel={() => setWriting(false)}
                      onSend={async (composed) => {
                        const { data } = await call(addThread, {
                          body: { ...composed, cohortId, lessonId: lessonId ?? null },
                        })
                        await queries.invalidateQueries({ queryKey: queryKeys.discussions })
                        await navigate(`/learn/discussion/${data.id}`)
                      }}
                    />
                  </Card>
                )}
                {first && first.pinned.length > 0 && <ThreadRows label="Pinned" threads={first.pinned} />}
                {all.length > 0 && <ThreadRows label="Threads" threads={all} isOfLesson={lessonId !== undefined} />}
                {all.length === 0 &&
                  first?.pinned.length === 0 &&
                  !isWriting &&
                  (lessonId === undefined ? (
                    <EmptyState title="Nothing yet" text="Say hello, or ask something." />
                  ) : (
                    <p className="text-ink-soft">Nobody asked about this lesson yet.</p>
                  ))}
                {threads.hasNextPage && (
                  <Button
                    variant="secondary"
                    className="justify-self-center"
                    busy={threads.isFetchingNextPage}
                    onClick={() => threads.fetchNextPage()}
                  >
                    Load more
                  </Button>
                )}
              </div>
            )
          }}
        </Arrived>
      )}
    </div>
  )
}

interface ArrivedProps<Data> {
  query: UseQueryResult<Data>
  /** What did not load, as a heading. */
  title: string
  children: (data: Data) => ReactElement
}

/** What a query brought; a skeleton before, and a way to ask again when it did not come. */
function Arrived<Data>({ query, title, children }: ArrivedProps<Data>): ReactElement {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return <Skeleton className="h-24" />
  return (
    <ErrorState
      title={title}
      text={messageOf(query.error, noAnswerMessage)}
      action={<Button onClick={() => query.refetch()}>Try again</Button>}
    />
  )
}

function Hits({ cohortId, words }: { cohortId: string; words: string }): ReactElement {
  const hits = useQuery({
    queryKey: [...queryKeys.discussions, "search", cohortId, words],
    queryFn: async () => (await call(searchDiscussions, { query: { cohortId, words } })).data,
    placeholderData: (before) => before,
  })
  return (
    <Arrived query={hits} title="The search did not come back">
      {(data) =>
        data.length === 0 ? (
          <EmptyState title="Nothing found" text="Whole words are found, in whatever case." />
        ) : (
          <ul aria-label="Found" className="grid divide-y divide-line rounded-card border border-line">
            {data.map((hit) => (
              <HitRow key={hit.entryId} hit={hit} />
            ))}
          </ul>
        )
      }
    </Arrived>
  )
}

function HitRow({ hit }: { hit: Hit }): ReactElement {
  return (
    <li className="grid gap-1 px-4 py-3 wrap-anywhere">
      <TextLink to={`/learn/discussion/${hit.threadId}`}>{hit.title === "" ? "Deleted" : hit.title}</TextLink>
      <p>{hit.excerpt}</p>
      <p className="text-sm text-ink-soft">
        {authorWords(hit.author)} · {formatZonedMoment(hit.createdAt)}
      </p>
    </li>
  )
}
