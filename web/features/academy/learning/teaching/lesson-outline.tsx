import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { orderLessons, orderModules, removeLesson, type StaffModule } from "#contract/academy/teaching.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { OrderedList } from "#web/ui/form/ordered-list.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

export const modulesKey = ["listModules"]

type Lesson = StaffModule["lessons"][number]

interface Order {
  ids: string[]
  /** How they stood before. */
  seen: string[]
}

/**
 * Sends an order, one after the other: what was asked for is shown at once, and what is there when the answer has come.
 * @param show the modules as they are once it holds
 */
function useOrder(
  send: (order: Order) => Promise<unknown>,
  show: (all: StaffModule[], ids: string[]) => StaffModule[],
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    scope: { id: "outline" },
    onMutate: async ({ ids }) => {
      await queries.cancelQueries({ queryKey: modulesKey })
      queries.setQueryData<StaffModule[]>(modulesKey, (all) => all && show(all, ids))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: modulesKey }),
  })
}

interface ModuleOutlineProps {
  /** Of one phase of a program, in their order. */
  modules: readonly StaffModule[]
  /** Id of the module that is open. */
  chosen: string
  onChoose: (moduleId: string) => void
}

/** The modules of a phase in their order. */
export function ModuleOutline({ modules, chosen, onChoose }: ModuleOutlineProps): ReactElement {
  const seen = modules.map(({ id }) => id)
  const order = useOrder(
    (sent) => call(orderModules, { body: { moduleIds: sent.ids, seen: sent.seen } }),
    (all, ids) => {
      const wanted = inOrder(all, ids)
      return all.map((one) => (ids.includes(one.id) ? (wanted.shift() ?? one) : one))
    },
  )
  return (
    <section aria-labelledby="modules" className="grid content-start gap-3">
      <h2 id="modules" className="text-xl">
        Modules of this phase
      </h2>
      <OrderedList
        label="Modules in their order"
        things={modules}
        chosen={chosen}
        onChoose={onChoose}
        onOrder={(ids) => order.mutate({ ids, seen })}
        note={({ lessons }) => (
          <span className="text-sm whitespace-nowrap text-ink-soft">
            {lessons.length === 1 ? "1 lesson" : `${lessons.length} lessons`}
          </span>
        )}
      />
      <p className="text-sm text-ink-soft">
        Opening days stay with the places: a module that moves opens on the day of its new place.
      </p>
      <FormTrouble message={order.error ? messageOf(order.error, noAnswerMessage) : undefined} />
    </section>
  )
}

interface LessonOutlineProps {
  module: StaffModule
  /** Id of the lesson that is open. */
  chosen: string
  /** Gets "" when none is open any more. */
  onChoose: (lessonId: string) => void
}

/** The lessons of a module in their order. */
export function LessonOutline({ module, chosen, onChoose }: LessonOutlineProps): ReactElement {
  const queries = useQueryClient()
  const [removed, setRemoved] = useState<Lesson>()
  const { id: moduleId, lessons } = module
  const seen = lessons.map(({ id }) => id)
  const order = useOrder(
    (sent) => call(orderLessons, { params: { moduleId }, body: { lessonIds: sent.ids, seen: sent.seen } }),
    (all, ids) => all.map((one) => (one.id === moduleId ? { ...one, lessons: inOrder(one.lessons, ids) } : one)),
  )
  return (
    <section aria-labelledby="outline" className="grid content-start gap-3">
      <h2 id="outline" className="text-xl">
        {module.title}
      </h2>
      <OrderedList
        label="Lessons in their order"
        things={lessons}
        chosen={chosen}
        onChoose={onChoose}
        onOrder={(ids) => order.mutate({ ids, seen })}
        note={({ kind, minutes, isDraft }) => (
          <span className="text-sm whitespace-nowrap text-ink-soft">
            {kind}, {minutes} min {isDraft && <Badge tone="amber">Draft</Badge>}
          </span>
        )}
        actions={(lesson) => (
          <Button variant="quiet" aria-label={`Remove ${lesson.title}`} onClick={() => setRemoved(lesson)}>
            Remove
          </Button>
        )}
      />
      <FormTrouble message={order.error ? messageOf(order.error, noAnswerMessage) : undefined} />
      {removed && (
        <Removal
          lesson={removed}
          onDone={() => {
            if (removed.id === chosen) onChoose("")
            return queries.invalidateQueries({ queryKey: modulesKey })
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </section>
  )
}

/** Things in the order of these ids. */
function inOrder<Thing extends { id: string }>(things: readonly Thing[], ids: readonly string[]): Thing[] {
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
