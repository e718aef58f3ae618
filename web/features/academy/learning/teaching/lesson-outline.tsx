import { useMutation, useQueryClient } from "@tanstack/react-query"
import { ArrowDown, ArrowUp, GripVertical } from "lucide-react"
import { type ReactElement, useState } from "react"
import { orderLessons, removeLesson, type StaffModule } from "#contract/academy/teaching.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"

export const modulesKey = ["listModules"]

type Lesson = StaffModule["lessons"][number]

interface LessonOutlineProps {
  module: StaffModule
  /** Id of the lesson that is open. */
  chosen: string
  /** Gets "" when none is open any more. */
  onChoose: (lessonId: string) => void
}

/** The lessons of a module in their order, which is changed by dragging or by its buttons. */
export function LessonOutline({ module, chosen, onChoose }: LessonOutlineProps): ReactElement {
  const queries = useQueryClient()
  const [dragged, setDragged] = useState<string>()
  const [removed, setRemoved] = useState<Lesson>()
  const readAgain = () => queries.invalidateQueries({ queryKey: modulesKey })
  const order = useMutation({
    mutationFn: (lessonIds: string[]) => call(orderLessons, { params: { moduleId: module.id }, body: { lessonIds } }),
    // What was asked for is shown at once, and what is there when the answer has come.
    onMutate: async (lessonIds) => {
      await queries.cancelQueries({ queryKey: modulesKey })
      queries.setQueryData<StaffModule[]>(modulesKey, (all) =>
        all?.map((one) => (one.id === module.id ? { ...one, lessons: inOrder(one.lessons, lessonIds) } : one)),
      )
    },
    onSettled: readAgain,
  })
  const { lessons } = module
  const ids = lessons.map(({ id }) => id)
  /** Puts a lesson into another's place. */
  const put = (id: string, place: number): void => {
    const rest = ids.filter((one) => one !== id)
    if (place >= 0 && place < ids.length) order.mutate([...rest.slice(0, place), id, ...rest.slice(place)])
  }
  return (
    <section aria-labelledby="outline" className="grid gap-3">
      <h2 id="outline" className="text-xl">
        {module.title}
      </h2>
      <ol aria-label="Lessons in their order" className="grid divide-y divide-line rounded-card border border-line">
        {lessons.map((lesson, index) => {
          const { id, title, kind, minutes, isDraft } = lesson
          return (
            <li
              key={id}
              draggable
              onDragStart={() => setDragged(id)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => dragged !== undefined && put(dragged, index)}
              className={classNames(
                "flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2",
                dragged === id && "opacity-55",
                chosen === id && "bg-indigo-wash",
              )}
            >
              <GripVertical aria-hidden="true" className="hidden size-5 shrink-0 cursor-grab text-ink-soft sm:block" />
              <button
                type="button"
                aria-pressed={chosen === id}
                onClick={() => onChoose(id)}
                className="min-h-11 min-w-0 grow text-left wrap-anywhere"
              >
                <span className="font-medium">{title}</span>{" "}
                <span className="text-sm text-ink-soft">
                  {kind}, {minutes} min
                </span>
              </button>
              {isDraft && <Badge tone="amber">Draft</Badge>}
              <span className="flex">
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Move up: ${title}`}
                  disabled={index === 0 || order.isPending}
                  onClick={() => put(id, index - 1)}
                >
                  <ArrowUp aria-hidden="true" />
                </Button>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Move down: ${title}`}
                  disabled={index === lessons.length - 1 || order.isPending}
                  onClick={() => put(id, index + 1)}
                >
                  <ArrowDown aria-hidden="true" />
                </Button>
                <Button variant="quiet" aria-label={`Remove ${title}`} onClick={() => setRemoved(lesson)}>
                  Remove
                </Button>
              </span>
            </li>
          )
        })}
      </ol>
      <FormTrouble message={order.error ? messageOf(order.error, noAnswerMessage) : undefined} />
      {removed && (
        <Removal
          lesson={removed}
          onDone={() => {
            if (removed.id === chosen) onChoose("")
            return readAgain()
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </section>
  )
}

/** Things in the order of these ids. */
export function inOrder<Thing extends { id: string }>(things: readonly Thing[], ids: readonly string[]): Thing[] {
  return ids.flatMap((id) => things.find((thing) => thing.id === id) ?? [])
}

interface RemovalProps {
  lesson: Lesson
  onDone: () => Promise<unknown>
  onClose: () => void
}

/** Says what goes with a lesson before it is removed; one at which somebody has done something stays. */
function Removal({ lesson, onDone, onClose }: RemovalProps): ReactElement {
  const { id, title, people, files, questions } = lesson
  const remove = useMutation({
    mutationFn: () => call(removeLesson, { params: { lessonId: id } }),
    onSuccess: () => {
      notify.success("The lesson is removed.")
      return onDone()
    },
    onError: onDone,
  })
  const parts = [
    "its text",
    ...(files.length > 0 ? [files.length === 1 ? "1 file" : `${files.length} files`] : []),
    ...(questions.length > 0 ? [questions.length === 1 ? "1 question" : `${questions.length} questions`] : []),
  ]
  const left =
    people === 0
      ? "No learner has done anything here."
      : `${people === 1 ? "1 person has" : `${people} people have`} done something here, so it stays: make it a draft instead.`
  return (
    <FormDialog
      title={`Remove “${title}”?`}
      description={`With it goes ${parts.join(", ")}. ${left} This cannot be undone.`}
      button="Remove it"
      isDanger
      isBusy={remove.isPending}
      onSend={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <FormTrouble message={remove.error ? messageOf(remove.error, noAnswerMessage) : undefined} />
    </FormDialog>
  )
}
