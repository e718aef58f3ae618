import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import {
  changeTeamRole,
  invitationDays,
  inviteToTeam,
  listTeam,
  listTeamCsv,
  removeFromTeam,
  type TeamMember,
} from "#contract/identity/operators.ts"
import { ListHead } from "#web/content/lists/list-head.tsx"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { copyText } from "#web/lib/page/copy-text.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { Invitations, invitationsKey } from "./invitations.tsx"
import { cohortsInWords, RoleFields, roleOfForm, useCohortNames } from "./role-fields.tsx"

type Asked = { what: "invite" } | { what: "change" | "remove"; member: TeamMember }

const teamKey = ["listTeam"]

/** /operator/team: who has a role; owners appoint by an invitation that works once. */
export function TeamScreen(): ReactElement {
  const [asked, setAsked] = useState<Asked>()
  const [link, setLink] = useState("")
  const queries = useQueryClient()
  const team = useQuery({ queryKey: teamKey, queryFn: async () => (await call(listTeam)).data })
  const cohortNames = useCohortNames()
  const dialog = {
    onDone: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: teamKey }),
        queries.invalidateQueries({ queryKey: invitationsKey }),
      ]),
    onClose: () => setAsked(undefined),
  }
  const copy = async (): Promise<void> => {
    if (await copyText(link)) notify.success("Copied.")
    else notify.error("This browser does not let us copy. The link stands in the field.")
  }
  return (
    <div className="grid gap-6">
      <ListHead title="Team" csvPath={listTeamCsv.path}>
        <Button onClick={() => setAsked({ what: "invite" })}>Invite somebody</Button>
      </ListHead>
      {link !== "" && (
        <Card className="grid gap-2">
          <TextField label="The invitation" readOnly value={link} onFocus={(event) => event.target.select()} />
          <Button variant="secondary" className="justify-self-start" onClick={copy}>
            Copy
          </Button>
          <p className="text-ink-soft">
            It works once, within {invitationDays} days, for whoever opens it signed in. We keep no copy: a new link can
            be made below, which ends this one.
          </p>
        </Card>
      )}
      {team.isPending ? (
        <Skeleton className="h-64" />
      ) : team.error ? (
        <NotLoaded title="The team did not load" error={team.error} onRetry={team.refetch} />
      ) : (
        <ul aria-label="Team" className="grid divide-y divide-line rounded-card border border-line">
          {team.data.map((member) => (
            <li key={member.id} className="grid gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[1fr_auto_auto] sm:items-center">
              <span className="min-w-0 wrap-anywhere">
                <TextLink to={`/operator/people/${member.id}`}>{member.name || "No name"}</TextLink>
                <span className="block text-sm text-ink-soft">
                  {member.email}. Since {formatDate(member.since)}
                </span>
                {member.role === "teacher" && (
                  <span className="block text-sm text-ink-soft">{cohortsInWords(member.cohortIds, cohortNames)}</span>
                )}
              </span>
              <span className="flex flex-wrap gap-2">
                <Badge tone="indigo">{member.role}</Badge>
                {!member.hasSecondFactor && <Badge tone="amber">No second step yet</Badge>}
              </span>
              <span className="flex flex-wrap gap-3">
                <Button
                  variant="secondary"
                  aria-label={`Change the role of ${member.name}`}
                  onClick={() => setAsked({ what: "change", member })}
                >
                  Change
                </Button>
                <Button
                  variant="danger"
                  aria-label={`Remove the role of ${member.name}`}
                  onClick={() => setAsked({ what: "remove", member })}
                >
                  Remove
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Invitations cohortNames={cohortNames} onLink={setLink} />
      {asked?.what === "invite" && (
        <ReasonDialog
          {...dialog}
          title="Invite somebody"
          description="It is mailed to an address that you give, or you get a link to give to the person."
          button="Invite"
          send={async (reason, form) => {
            const email = String(form.get("email") ?? "").trim()
            const made = await call(inviteToTeam, { body: { ...roleOfForm(form), email, reason } })
            setLink(made.data.url)
            return made
          }}
        >
          <RoleFields initial="support" cohortIds={[]} cohortNames={cohortNames} />
          <TextField
            name="email"
            label="E-mail address"
            type="email"
            optional
            hint="Empty for a link to give yourself."
          />
        </ReasonDialog>
      )}
      {asked?.what === "change" && (
        <ReasonDialog
          {...dialog}
          title={`Another role for ${asked.member.name}`}
          description="It counts at once."
          button="Change the role"
          send={(reason, form) =>
            call(changeTeamRole, { params: { memberId: asked.member.id }, body: { ...roleOfForm(form), reason } })
          }
        >
          <RoleFields initial={asked.member.role} cohortIds={asked.member.cohortIds} cohortNames={cohortNames} />
        </ReasonDialog>
      )}
      {asked?.what === "remove" && (
        <ReasonDialog
          {...dialog}
          title={`Take the role of ${asked.member.name}?`}
          description="The account stays; the console closes at once."
          button="Take the role"
          isDanger
          send={(reason) => call(removeFromTeam, { params: { memberId: asked.member.id }, body: { reason } })}
        />
      )}
    </div>
  )
}
