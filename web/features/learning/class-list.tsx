import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { joinMinutesBefore } from "#contract/catalogue/learning.ts"
import { joinClass, type LiveClass } from "#contract/product/learning.ts"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { call } from "#web/lib/call.ts"
import { formatMoment } from "#web/lib/format.ts"
import { Badge } from "#web/ui/badge.tsx"
import { Button } from "#web/ui/button.tsx"
import { buttonLook } from "#web/ui/button-look.ts"
import { notify } from "#web/ui/toast.tsx"
import { portalKey } from "./use-portal.ts"

/** Live classes to come, in the person's own time; the door opens shortly before. */
export function ClassList({ classes }: { classes: readonly LiveClass[] }): ReactElement {
  const queries = useQueryClient()
  const join = useMutation({
    mutationFn: (classId: string) => call(joinClass, { params: { classId } }),
    onSuccess: ({ data }) => {
      open(data.joinUrl, "_blank", "noreferrer")
      return queries.invalidateQueries({ queryKey: portalKey })
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  if (classes.length === 0) return <p className="text-ink-soft">No class is on the calendar yet.</p>
  return (
    <ul className="grid divide-y divide-line">
      {classes.map(({ id, title, startsAt, minutes, isOpen, hasAttended }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
          <div className="min-w-0 grow">
            <p className="font-medium">{title}</p>
            <p className="text-sm text-ink-soft">
              {formatMoment(startsAt)} your time · {minutes} min
            </p>
          </div>
          {hasAttended && <Badge tone="leaf">You were there</Badge>}
          {isOpen ? (
            <>
              <Button busy={join.isPending && join.variables === id} onClick={() => join.mutate(id)}>
                Join
              </Button>
              {join.data && join.variables === id && (
                // On a slow line the answer comes too late for browsers to open a page by themselves.
                <a
                  href={join.data.data.joinUrl}
                  target="_blank"
                  rel="noreferrer"
                  className={buttonLook({ variant: "secondary" })}
                >
                  Open the class
                  <span className="sr-only">, in a new tab</span>
                </a>
              )}
            </>
          ) : (
            <span className="text-sm text-ink-soft">Opens {joinMinutesBefore} minutes before</span>
          )}
        </li>
      ))}
    </ul>
  )
}
