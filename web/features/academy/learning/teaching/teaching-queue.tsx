import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { z } from "zod"
import {
  countQueue,
  listOpenQuestions,
  listQuiet,
  mostCounted,
  type OpenQuestion,
  type QueueCounts,
  type QuietLearner,
  type QuietReason,
  writeToQuiet,
} from "#contract/academy/teaching-queue.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatZonedMoment } from "#web/lib/format/format.ts"
import { useFilters } from "#web/lib/page/use-filters.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { MarkingList } from "./marking-list.tsx"
import { askAgainMs, QueueList, queueKey } from "./queue-list.tsx"

const Kinds = z.object({ waits: z.enum(["tasks", "questions", "quiet"]) })
type Kind = keyof QueueCounts

const lists: Readonly<Record<Kind, { label: string; List: () => ReactElement }>> = {
  tasks: { label: "To mark", List: MarkingList },
  questions: { label: "Questions", List: Questions },
  quiet: { label: "Quiet", List: QuietLearners },
}

/** What waits for whoever teaches, over all their cohorts: tasks, questions, learners who went quiet. */
export function TeachingQueue(): ReactElement {
  const { values, set } = useFilters(Kinds)
  const counts = useQuery({
    queryKey: [...queueKey, "counts"],
    queryFn: async () => (await call(countQueue)).data,
    refetchInterval: askAgainMs,
  })
  const kind = values.waits ?? "tasks"
  const { List } = lists[kind]
  return (
    <div className="grid gap-6">
      <Segmented
        label="What waits, over all cohorts"
        hideLabel
        value={kind}
        onPick={(picked) => set("waits", picked === "tasks" ? "" : picked)}
        choices={(Object.keys(lists) as Kind[]).map((value) => ({
          value,
          label: counts.data ? `${lists[value].label} (${shownCount(counts.data[value])})` : lists[value].label,
        }))}
        className="max-w-xl min-[24rem]:[&_label]:whitespace-nowrap max-sm:[&_label]:px-1.5"
      />
      <List />
    </div>
  )
}

function shownCount(count: number): string {
  return count > mostCounted ? `${mostCounted}+` : String(count)
}

function Questions(): ReactElement {
  const questions = useInfiniteQuery({
    queryKey: [...queueKey, "questions"],
    queryFn: ({ pageParam }) => call(listOpenQuestions, { query: { after: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
  return (
    <QueueList
      query={questions}
      title="The questions did not load"
      empty={{
        title: "No question waits",
        text: "What learners ask, and you may read, stands here until somebody answers it or closes its thread.",
      }}
      line={(question) => <Question question={question} />}
    />
  )
}

function Question({
  question: { learner, cohortName, text, askedAt, path },
}: {
  question: OpenQuestion
}): ReactElement {
  return (
    <Card className="grid gap-2">
      <div>
        <h2 className="text-xl">{learner}</h2>
        <p className="text-ink-soft">
          {cohortName} · {formatZonedMoment(askedAt)}
        </p>
      </div>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      <p>
        <TextLink to={path}>Read and answer</TextLink>
      </p>
    </Card>
  )
}

function QuietLearners(): ReactElement {
  const learners = useInfiniteQuery({
    queryKey: [...queueKey, "quiet"],
    queryFn: ({ pageParam }) => call(listQuiet, { query: { after: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
  return (
    <QueueList
      query={learners}
      title="The learners did not load"
      empty={{
        title: "Nobody is quiet",
        text: "Learners stand here who did nothing for a week since their cohort began, and to whom nobody wrote in that time.",
      }}
      line={(learner) => <Quiet learner={learner} />}
    />
  )
}

const reasons: Readonly<Record<QuietReason, (lesson: string) => string>> = {
  not_begun: (lesson) => `Has not begun. The first lesson is “${lesson}”.`,
  came_back: (lesson) => `“${lesson}” came back and was not handed in again.`,
  stopped: (lesson) => `Stopped before “${lesson}”.`,
  closed: () => "Lessons are closed to them just now; the office knows why.",
  waits_for_us: () => "A task of theirs waits for our answer.",
  done: () => "Has done all that is required so far.",
}

function Quiet({ learner }: { learner: QuietLearner }): ReactElement {
  const queries = useQueryClient()
  const write = useMutation({
    mutationFn: () => call(writeToQuiet, { params: { placeId: learner.id } }),
    onSuccess: ({ message }) => {
      notify.success(message)
      return queries.invalidateQueries({ queryKey: queueKey })
    },
  })
  const { name, cohortName, quietDays, reason, lesson, done, all, message } = learner
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-xl wrap-anywhere">{name}</h2>
          <p className="text-ink-soft">{cohortName}</p>
        </div>
        <Badge tone="amber">Quiet for {quietDays} days</Badge>
      </div>
      <p>
        {reasons[reason](lesson)} {done} of {all} lessons done.
      </p>
      {message && (
        <div className="grid justify-items-start gap-3">
          <blockquote className="border-l-4 border-line pl-4 text-ink-soft">
            <span className="font-medium text-ink">{message.title}</span> {message.text}
          </blockquote>
          <FormTrouble message={write.error ? messageOf(write.error, noAnswerMessage) : undefined} />
          <Button busy={write.isPending} aria-label={`Send this to ${name}`} onClick={() => write.mutate()}>
            Send this
          </Button>
        </div>
      )}
    </Card>
  )
}
