import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { joinClass } from "#contract/academy/learning.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import { portalKey } from "./use-portal.ts"

/** The way into a live class whose door is open; it opens in a page of its own. */
export function JoinClass({ classId }: { classId: string }): ReactElement {
  const queries = useQueryClient()
  const join = useMutation({
    mutationFn: () => call(joinClass, { params: { classId } }),
    onSuccess: ({ data }) => {
      open(data.joinUrl, "_blank", "noreferrer")
      return queries.invalidateQueries({ queryKey: portalKey })
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  return (
    <>
      <Button busy={join.isPending} onClick={() => join.mutate()}>
        Join
      </Button>
      {join.data && (
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
  )
}
