import { Lock, Pin } from "lucide-react"
import type { ReactElement } from "react"
import { Link } from "react-router"
import type { Thread } from "#contract/academy/discussions.ts"
import { formatZonedMoment } from "#web/lib/format/format.ts"
import { Badge } from "#web/ui/feedback/badge.tsx"

/** Who wrote, as a cohort reads it. */
export function authorWords({ name, isTeacher, isMe }: Thread["author"]): string {
  if (isMe) return "You"
  if (name === "") return "Somebody who left"
  return isTeacher ? `${name}, teacher` : name
}

interface ThreadRowsProps {
  label: string
  threads: readonly Thread[]
  /** All are about the lesson above them, which is not named again. */
  isOfLesson?: boolean
}

/** Threads, each with a way into it. */
export function ThreadRows({ label, threads, isOfLesson = false }: ThreadRowsProps): ReactElement {
  return (
    <ul aria-label={label} className="grid divide-y divide-line rounded-card border border-line">
      {threads.map((thread) => (
        <li key={thread.id} className="grid gap-1 px-4 py-3 wrap-anywhere">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {thread.isPinned && <Pin aria-label="Pinned" className="size-4 shrink-0 text-indigo" />}
            <Link
              to={`/learn/discussion/${thread.id}`}
              className="inline-flex min-h-8 items-center font-medium text-indigo underline-offset-4 hover:underline"
            >
              {thread.title === "" ? "Deleted" : thread.title}
            </Link>
            {thread.isUnread && !thread.isMuted && <Badge tone="indigo">New</Badge>}
            {thread.isSolved && <Badge tone="leaf">Solved</Badge>}
            {thread.isClosed && <Lock aria-label="Closed" className="size-4 shrink-0 text-ink-soft" />}
          </div>
          <p className="text-sm text-ink-soft">
            {authorWords(thread.author)} · {answerWords(thread.answers)} · last {formatZonedMoment(thread.lastAt)}
            {thread.lesson && !isOfLesson && ` · ${thread.lesson.title}`}
            {thread.isMuted && " · muted"}
          </p>
        </li>
      ))}
    </ul>
  )
}

function answerWords(answers: number): string {
  if (answers === 0) return "no answer yet"
  return answers === 1 ? "1 answer" : `${answers} answers`
}
