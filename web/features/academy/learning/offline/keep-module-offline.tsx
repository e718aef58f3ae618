import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Download, Smartphone } from "lucide-react"
import type { ReactElement } from "react"
import { type CourseModule, getLesson } from "#contract/academy/learning.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { keepLesson, listStoredLessons, removeCopies } from "./offline-lessons.ts"

const storedLessonsKey = ["storedLessons"]

/** Ids of the lessons that are kept on this device. */
export function useStoredLessons(reader: string): ReadonlySet<string> {
  const { data } = useQuery({
    queryKey: storedLessonsKey,
    queryFn: () => listStoredLessons(reader),
    enabled: reader !== "",
    networkMode: "always",
  })
  return new Set(data)
}

interface KeepModuleProps {
  reader: string
  module: CourseModule
  kept: ReadonlySet<string>
}

/** Keeps the open lessons of a module on this device, pictures included; nothing when they all are, or none is open. */
export function KeepModule({ reader, module, kept }: KeepModuleProps): ReactElement | null {
  const queries = useQueryClient()
  const missing = module.lessons.filter(({ id, lock }) => lock === null && !kept.has(id))
  const keep = useMutation({
    mutationFn: async () => {
      // Asked to, the browser removes what is kept later than what pages leave behind; it may say no.
      await navigator.storage?.persist?.().catch(() => false)
      for (const { id } of missing) {
        const { data } = await call(getLesson, { params: { lessonId: id } })
        if (!(await keepLesson(reader, data))) throw new Error("This browser keeps nothing for offline.")
      }
    },
    onSuccess: () => notify.success("Kept on this device."),
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
    onSettled: () => queries.invalidateQueries({ queryKey: storedLessonsKey }),
  })
  if (missing.length === 0) return null
  return (
    <Button
      variant="quiet"
      busy={keep.isPending}
      onClick={() => keep.mutate()}
      aria-label={`Keep for offline: ${module.title}`}
      className="justify-self-start"
    >
      <Download aria-hidden="true" />
      Keep for offline
    </Button>
  )
}

/** What lies on this device, and the way to remove it. */
export function StoredCopies({ reader, count }: { reader: string; count: number }): ReactElement {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeCopies(reader),
    onSettled: () => queries.invalidateQueries({ queryKey: storedLessonsKey }),
  })
  return (
    <>
      <h2 className="flex items-center gap-3 text-xl">
        <Smartphone aria-hidden="true" className="size-5 shrink-0 text-indigo" />
        On this device
      </h2>
      <p className="text-ink-soft">
        {count === 0
          ? "Lessons that you open are kept here, words and pictures, so that you can read them without a connection."
          : count === 1
            ? "One lesson is kept here and can be read without a connection. Signing out removes it."
            : `${count} lessons are kept here and can be read without a connection. Signing out removes them.`}
      </p>
      {count > 0 && (
        <Button
          variant="secondary"
          busy={remove.isPending}
          onClick={() => remove.mutate()}
          className="justify-self-start"
        >
          Remove from this device
        </Button>
      )}
    </>
  )
}
