import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import {
  changeTeamRole,
  invitationDays,
  inviteToTeam,
  listTeam,
  listTeamCsv,
  OperatorRole,
  removeFromTeam,
  type TeamMember,
} from "#contract/identity/operators.ts"
import { ListHead } from "#web/content/lists/list-head.tsx"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"

type Asked = { what: "invite" } | { what: "change" | "remove"; member: TeamMember }

const roleChoices = OperatorRole.options.map((value) => ({ value, label: value }))

/** /operator/team: who has a role; owners appoint by an invitation that works once. */
export function TeamScreen(): ReactElement {
  const [asked, setAsked] = useState<Asked>()
  const [link, setLink] = useState("")
  const queries = useQueryClient()
  const team = useQuery({ queryKey: ["listTeam"], queryFn: async () => (await call(listTeam)).data })
  const dialog = {
    onDone: () => queries.invalidateQueries({ queryKey: ["listTeam"] }),
    onClose: () => setAsked(undefined),
  }
  return (
    <div className="grid gap-6">
      <ListHead title="Team" csvPath={listTeamCsv.path}>
        <Button onClick={() => setAsked({ what: "invite" })}>Invite somebody</Button>
      </ListHead>
      {link !== "" && (
        <Card className="grid gap-2">
          <TextField label="The invitation" readOnly value={link} onFocus={(event) => event.target.select()} />
          <p className="text-ink-soft">
            It is shown only now. It works once, within {invitationDays} days, for whoever opens it signed in.
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
      {asked?.what === "invite" && (
        <ReasonDialog
          {...dialog}
          title="Invite somebody"
          description="You get a link to give to that person."
          button="Make the link"
          send={async (reason, form) => {
            const role = OperatorRole.parse(form.get("role"))
            const made = await call(inviteToTeam, { body: { role, reason } })
            setLink(made.data.url)
            return made
          }}
        >
          <SelectField name="role" label="Role" choices={roleChoices} defaultValue="support" />
        </ReasonDialog>
      )}
      {asked?.what === "change" && (
        <ReasonDialog
          {...dialog}
          title={`Another role for ${asked.member.name}`}
          description="It counts at once."
          button="Change the role"
          send={(reason, form) => {
            const role = OperatorRole.parse(form.get("role"))
            return call(changeTeamRole, { params: { memberId: asked.member.id }, body: { role, reason } })
          }}
        >
          <SelectField name="role" label="Role" choices={roleChoices} defaultValue={asked.member.role} />
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
