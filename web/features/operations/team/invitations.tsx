import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import {
  endInvitation,
  type Invitation,
  listInvitations,
  mailInvitation,
  renewInvitation,
} from "#contract/identity/operators.ts"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { copyText } from "#web/lib/page/copy-text.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { type CohortNames, cohortsInWords } from "./role-fields.tsx"

export const invitationsKey = ["listInvitations"]

interface InvitationsProps {
  cohortNames: CohortNames
  /** Shows a link that could not be copied by itself; "" takes one away. */
  onLink: (url: string) => void
}

/** Invitations that nobody has used yet; nothing where there are none. */
export function Invitations({ cohortNames, onLink }: InvitationsProps): ReactElement | null {
  const waiting = useQuery({ queryKey: invitationsKey, queryFn: async () => (await call(listInvitations)).data })
  if (waiting.error) {
    return <NotLoaded title="The invitations did not load" error={waiting.error} onRetry={waiting.refetch} />
  }
  if (!waiting.data || waiting.data.length === 0) return null
  return (
    <section aria-labelledby="invitations" className="grid gap-3">
      <h2 id="invitations" className="text-xl">
        Invitations that wait
      </h2>
      <ul className="grid divide-y divide-line rounded-card border border-line">
        {waiting.data.map((invitation) => (
          <li key={invitation.id}>
            <Waiting invitation={invitation} cohortNames={cohortNames} onLink={onLink} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Waiting({ invitation, cohortNames, onLink }: { invitation: Invitation } & InvitationsProps): ReactElement {
  const { id, role, email, cohortIds, madeBy, createdAt, endsAt } = invitation
  const params = { invitationId: id }
  const queries = useQueryClient()
  const readAgain = () => queries.invalidateQueries({ queryKey: invitationsKey })
  const act = useMutation({
    mutationFn: async (what: "link" | "mail" | "end"): Promise<string> => {
      if (what !== "link") return (await call(what === "mail" ? mailInvitation : endInvitation, { params })).message
      const { data } = await call(renewInvitation, { params })
      onLink(data.url)
      return (await copyText(data.url))
        ? "Copied. The link before ended."
        : "The new link stands above. The one before ended."
    },
    onSuccess: (message, what) => {
      notify.success(message)
      // What stands above is the link from before.
      if (what !== "link") onLink("")
      return readAgain()
    },
    onError: readAgain,
  })
  const who = email || `a link as ${role}`
  return (
    <div className="grid gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[1fr_auto_auto] sm:items-center">
      <span className="min-w-0 wrap-anywhere">
        {email || "A link to give yourself"}
        <span className="block text-sm text-ink-soft">
          By {madeBy || "this installation"} on {formatDate(createdAt)}. Ends {formatDate(endsAt)}
        </span>
        {role === "teacher" && (
          <span className="block text-sm text-ink-soft">{cohortsInWords(cohortIds, cohortNames)}</span>
        )}
        <FormTrouble message={act.error ? messageOf(act.error, noAnswerMessage) : undefined} />
      </span>
      <span>
        <Badge tone="indigo">{role}</Badge>
      </span>
      <span className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          busy={act.isPending}
          aria-label={`Copy a new link: ${who}`}
          onClick={() => act.mutate("link")}
        >
          Copy a new link
        </Button>
        {email !== "" && (
          <Button
            variant="secondary"
            busy={act.isPending}
            aria-label={`Send again to ${email}`}
            onClick={() => act.mutate("mail")}
          >
            Send again
          </Button>
        )}
        <Button variant="danger" busy={act.isPending} aria-label={`End: ${who}`} onClick={() => act.mutate("end")}>
          End
        </Button>
      </span>
    </div>
  )
}
