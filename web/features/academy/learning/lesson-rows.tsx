import { BookOpen, CircleCheck, ClipboardCheck, Lock, PencilLine } from "lucide-react"
import type { ReactElement } from "react"
import { Link } from "react-router"
import type { LessonSummary } from "#contract/academy/learning.ts"
import { formatDate } from "#web/lib/format/format.ts"

const icons = { text: BookOpen, quiz: ClipboardCheck, task: PencilLine } as const
const kindWords = { text: "Lesson", quiz: "Quiz", task: "Task" } as const

/** Why a lesson is locked, in words. */
const lockWords = {
  date: "Opens later",
  order: "Opens after the one before",
  tuition: "Opens when the instalment has arrived",
} as const

interface LessonRowsProps {
  lessons: readonly LessonSummary[]
  /** Ids of those that are kept on this device. */
  kept?: ReadonlySet<string> | undefined
  /** Ids of those that were done offline, of which the server does not know yet. */
  waiting?: readonly string[] | undefined
}

/** Lessons in order: what is done, what is open, what is locked and why. */
export function LessonRows({ lessons, kept = new Set(), waiting = [] }: LessonRowsProps): ReactElement {
  return (
    <ol className="grid divide-y divide-line">
      {lessons.map((lesson) => (
        <li key={lesson.id}>
          {lesson.lock ? (
            <div className="flex min-h-14 items-center gap-3 py-2 text-ink-soft">
              <Row lesson={lesson} isKept={kept.has(lesson.id)} isWaiting={waiting.includes(lesson.id)} />
            </div>
          ) : (
            <Link
              to={`/learn/${lesson.id}`}
              className="flex min-h-14 items-center gap-3 rounded-control py-2 hover:bg-indigo-wash"
            >
              <Row lesson={lesson} isKept={kept.has(lesson.id)} isWaiting={waiting.includes(lesson.id)} />
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}

interface RowProps {
  lesson: LessonSummary
  isKept: boolean
  isWaiting: boolean
}

function Row({ lesson: { title, kind, minutes, isDone, lock, dueOn }, isKept, isWaiting }: RowProps): ReactElement {
  const Icon = isDone || isWaiting ? CircleCheck : lock ? Lock : icons[kind]
  const state = isDone ? "done" : isWaiting ? "done, not sent yet" : lock ? lockWords[lock] : ""
  const due = dueOn !== "" && !isDone ? `hand in by ${formatDate(dueOn)}` : ""
  return (
    <>
      <Icon
        aria-hidden="true"
        className={`size-5 shrink-0 ${isDone || isWaiting ? "text-leaf" : lock ? "" : "text-indigo"}`}
      />
      <span className="min-w-0 grow">
        <span className={`block ${lock ? "" : "font-medium"}`}>{title}</span>
        <span className="block text-sm text-ink-soft">
          {[kindWords[kind], `${minutes} min`, due, state, isKept ? "kept on this device" : ""]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
    </>
  )
}
