import { useMutation, useQueryClient } from "@tanstack/react-query"
import { History } from "lucide-react"
import type { ReactElement } from "react"
import { useNavigate } from "react-router"
import { goOnWithEdition, type Lesson } from "#contract/academy/learning.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Says that a lesson was changed since it was begun, with the way there and back; nothing for whoever has the newest. */
export function NewerEdition({ lesson }: { lesson: Lesson }): ReactElement | null {
  const { id, edition, begunEdition, newestEdition } = lesson
  const queries = useQueryClient()
  const navigate = useNavigate()
  const goOn = useMutation({
    mutationFn: () => call(goOnWithEdition, { params: { lessonId: id }, body: { edition } }),
    onSuccess: async ({ message }) => {
      notify.success(message)
      // The one from before must not stand there once more until the answer has come.
      queries.removeQueries({ queryKey: ["getLesson", id], type: "inactive" })
      await navigate(`/learn/${id}`, { replace: true })
    },
  })
  if (begunEdition === newestEdition) return null
  const isOwn = edition === begunEdition
  return (
    <aside aria-label="Newer version" className="grid gap-3 rounded-card bg-indigo-wash p-4">
      <p className="flex items-start gap-3">
        <History aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-indigo" />
        <span>
          {isOwn
            ? "A newer version of this lesson is there. You go on with the one that you began, and what you did counts."
            : "This is the newer version, to read. Your own stays as it is, unless you go on with this one; what you did counts either way."}
        </span>
      </p>
      <FormTrouble message={goOn.error ? messageOf(goOn.error, noAnswerMessage) : undefined} />
      <div className="flex flex-wrap gap-3">
        {isOwn ? (
          <LinkButton to={`/learn/${id}?edition=newest`} variant="secondary">
            Read the newer version
          </LinkButton>
        ) : (
          <>
            <Button busy={goOn.isPending} onClick={() => goOn.mutate()}>
              Go on with this version
            </Button>
            <LinkButton to={`/learn/${id}`} variant="secondary">
              Back to my version
            </LinkButton>
          </>
        )}
      </div>
    </aside>
  )
}
