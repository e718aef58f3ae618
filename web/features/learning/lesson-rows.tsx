import { BookOpen, CircleCheck, ClipboardCheck, Lock, PencilLine } from "lucide-react"
import type { ReactElement } from "react"
import { Link } from "react-router"
import type { LessonSummary } from "#contract/product/learning.ts"

const icons = { text: BookOpen, quiz: ClipboardCheck, task: PencilLine } as const
const kindWords = { text: "Lesson", quiz: "Quiz", task: "Task" } as const

/** Why a lesson is locked, in words. */
const lockWords = {
  date: "Opens later",
  order: "Opens after the one before",
  tuition: "Opens when the instalment has arrived",
} as const

/** Lessons in order: what is done, what is open, what is locked and why. */
export function LessonRows({ lessons }: { lessons: readonly LessonSummary[] }): ReactElement {
  return (
    <ol className="grid divide-y divide-line">
      {lessons.map((lesson) => (
        <li key={lesson.id}>
          {lesson.lock ? (
            <div className="flex min-h-14 items-center gap-3 py-2 text-ink-soft">
              <Row lesson={lesson} />
            </div>
          ) : (
            <Link
              to={`/learn/${lesson.id}`}
              className="flex min-h-14 items-center gap-3 rounded-control py-2 hover:bg-indigo-wash"
            >
              <Row lesson={lesson} />
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}

function Row({ lesson: { title, kind, minutes, isDone, lock } }: { lesson: LessonSummary }): ReactElement {
  const Icon = isDone ? CircleCheck : lock ? Lock : icons[kind]
  return (
    <>
      <Icon aria-hidden="true" className={`size-5 shrink-0 ${isDone ? "text-leaf" : lock ? "" : "text-indigo"}`} />
      <span className="min-w-0 grow">
        <span className={`block ${lock ? "" : "font-medium"}`}>{title}</span>
        <span className="block text-sm text-ink-soft">
          {kindWords[kind]} · {minutes} min{isDone ? " · done" : lock ? ` · ${lockWords[lock]}` : ""}
        </span>
      </span>
    </>
  )
}
