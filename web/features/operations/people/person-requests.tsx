import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, type ReactNode, useState } from "react"
import { mayOperate, type OperatorRight } from "#contract/identity/operator-rights.ts"
import {
  erasePerson,
  openDataCopy,
  type PersonRecord,
  PersonStage,
  resendConfirmation,
  setPersonCohort,
  setPersonStage,
  takeCredits,
} from "#contract/operations/people.ts"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { call } from "#web/lib/calls/call.ts"
import { type PayOnce, usePayOnce } from "#web/lib/money/use-pay-once.ts"
import { saveFrom } from "#web/lib/page/save-from.ts"
import { ownRoleQuery } from "#web/lib/session/own-role.ts"
import { Button } from "#web/ui/button/button.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { PersonPictures } from "./person-pictures.tsx"
import { TakenCredits } from "./taken-credits.tsx"

/** One thing that is done for a person after they asked, or about them. */
interface Request {
  right: OperatorRight
  title: string
  description: string
  button: string
  isDanger?: true
  /** Whether it may be done without a reason. */
  isRoutine?: true
  /** Who reads the reason, if not our team alone. */
  reader?: "person" | "mailed"
  send: (reason: string, form: FormData) => Promise<{ message: string }>
  fields?: ReactNode
}

function requestsFor(person: PersonRecord, payOnce: PayOnce): readonly Request[] {
  const params = { personId: person.id }
  const text = (form: FormData, name: string): string => String(form.get(name) ?? "").trim()
  return [
    {
      right: "credits.take",
      title: "Take credits",
      description: "Only credits that are free.",
      button: "Take",
      reader: "person",
      isDanger: true,
      fields: <TakenCredits personId={person.id} free={person.credits} />,
      send: (reason, form) => {
        const body = { credits: Number(form.get("credits")), reason }
        return payOnce.send([params, body], (idempotencyKey) => call(takeCredits, { params, body, idempotencyKey }))
      },
    },
    {
      right: "people.stage",
      title: "Set the stage",
      description: "Only steps that the way into a program allows; everything else tells the way to it.",
      button: "Set",
      fields: (
        <SelectField
          name="stage"
          label="Stage"
          defaultValue={person.stage}
          choices={PersonStage.options.map((value) => ({ value, label: value }))}
        />
      ),
      send: (reason, form) =>
        call(setPersonStage, { params, body: { stage: PersonStage.parse(form.get("stage")), reason } }),
    },
    {
      right: "people.stage",
      title: "Move to a cohort",
      description:
        "Moves the application and the place. What was paid stays paid; later instalments follow the new start.",
      button: "Move",
      fields: <TextField name="cohort" label="Cohort" type="number" inputMode="numeric" min={1} autoComplete="off" />,
      send: (reason, form) => call(setPersonCohort, { params, body: { cohort: Number(form.get("cohort")), reason } }),
    },
    ...(person.email !== "" && !person.isEmailVerified
      ? [
          {
            right: "people.confirm",
            title: "Send the confirmation again",
            description: `The mail goes to ${person.email}.`,
            button: "Send",
            isRoutine: true,
            send: (reason) => call(resendConfirmation, { params, body: { reason } }),
          } satisfies Request,
        ]
      : []),
    {
      right: "people.copy",
      title: "Copy of the data",
      description: "Only when the person asks for it. The person gets a mail that says that you made it.",
      button: "Download",
      reader: "mailed",
      send: async (reason) => {
        const { message, data } = await call(openDataCopy, { params, body: { reason } })
        saveFrom(data.url)
        return { message }
      },
    },
    {
      right: "people.erase",
      title: "Delete the account",
      description:
        "Only when the person asks for it. Everything goes, for good; records of payments stay without a name, and a code made from the address.",
      button: "Delete for good",
      isDanger: true,
      fields: (
        <TextField
          name="confirmation"
          label={person.email === "" ? "The person's id" : "The person's address"}
          hint="Typed once more, so that it is the right person."
          autoComplete="off"
        />
      ),
      send: (reason, form) => call(erasePerson, { params, body: { confirmation: text(form, "confirmation"), reason } }),
    },
  ]
}

/** What is done more rarely than signing out or giving credits: each asks first, and says what it does. */
export function PersonRequests({ person }: { person: PersonRecord }): ReactElement | null {
  const mine = useQuery(ownRoleQuery).data?.role ?? null
  const queries = useQueryClient()
  const [asked, setAsked] = useState<string>()
  const payOnce = usePayOnce()
  const requests = requestsFor(person, payOnce).filter(({ right }) => mayOperate(mine, right))
  const open = requests.find(({ title }) => title === asked)
  if (requests.length === 0) return null
  return (
    <Card className="grid gap-3">
      <h2 className="text-xl">More</h2>
      <div className="flex flex-wrap gap-3">
        {requests.map(({ title, isDanger }) => (
          <Button key={title} variant={isDanger ? "danger" : "secondary"} onClick={() => setAsked(title)}>
            {title}
          </Button>
        ))}
      </div>
      {mayOperate(mine, "people.pictures") && <PersonPictures personId={person.id} />}
      {open && (
        <ReasonDialog
          title={open.title}
          description={open.description}
          button={open.button}
          isDanger={open.isDanger}
          isRoutine={open.isRoutine ?? false}
          reader={open.reader}
          send={open.send}
          onDone={() => queries.invalidateQueries({ queryKey: ["getPerson"] })}
          onClose={() => setAsked(undefined)}
        >
          {open.fields}
        </ReasonDialog>
      )}
    </Card>
  )
}
