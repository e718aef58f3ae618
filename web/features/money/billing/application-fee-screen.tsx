import { useQuery } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, useState } from "react"
import { useSearchParams } from "react-router"
import { programAddress } from "#contract/academy/academy-addresses.ts"
import type { CohortView, Journey } from "#contract/academy/admissions.ts"
import { openStatuses } from "#contract/catalogue/applications.ts"
import { applicationFeeNaira } from "#contract/catalogue/program.ts"
import { programCards } from "#contract/catalogue/programs/program-cards.ts"
import { UnlessOnItsWay } from "#web/content/payments-on-their-way.tsx"
import { DetailsFirst, DetailsMissing, hasDetails } from "#web/content/place/details-first.tsx"
import { cohortNote, lockedSeat } from "#web/lib/academy/cohort-labels.ts"
import { cohortsQuery } from "#web/lib/academy/cohorts.ts"
import { journeyQuery } from "#web/lib/academy/journey.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { formatDate, formatMoney } from "#web/lib/format/format.ts"
import { useSession } from "#web/lib/session/session.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { SandboxNote } from "#web/ui/feedback/sandbox-note.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { RadioTiles } from "#web/ui/form/radio-tiles.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { AskAgain } from "./ask-again.tsx"
import { usePay } from "./use-pay.ts"
import { useWaysToPay } from "./use-ways-to-pay.ts"

/** /billing?program={slug}: the fee of one program, and what an applicant confirms. */
export function ApplicationFeeScreen(): ReactElement {
  const [search] = useSearchParams()
  const slug = search.get("program")
  const program = programCards.find((card) => card.slug === slug)
  const { data: cohorts } = useQuery(cohortsQuery)
  const cohort = cohorts?.find(({ programId }) => programId === slug)?.cohort
  return (
    <div className="grid max-w-measure gap-8">
      <div className="grid gap-3">
        <h1 className="text-3xl">Application fee</h1>
        <p className="text-lg text-ink-soft">
          {program ? `For ${program.name}. ` : "No program is chosen. "}
          {cohort && `${cohortNote(cohort)} `}
          {program && cohort && cohort.state !== "open" && (
            <TextLink to={programAddress(program.slug)}>Be told when applications open</TextLink>
          )}
          {program?.disabled && " This program is not open yet. "}
          {(!program || program.disabled) && <TextLink to="/app">Choose one on the dashboard</TextLink>}
        </p>
      </div>
      <Card className="grid gap-5">
        <p className="font-display text-4xl font-semibold tabular-nums">
          {formatMoney(cohort?.terms?.applicationFee ?? applicationFeeNaira, "NGN")}
        </p>
        <ul className="grid list-disc gap-2 pl-5 marker:text-ink-soft">
          <li>Charged in naira, wherever you are.</li>
          <li>Paid once per application; it confirms your interest and locks your seat.</li>
          <li>
            {lockedSeat}
            {cohort?.state === "open" &&
              ` It is held for you until ${formatDate(cohort.enrolBy)}, or the day that your admission names.`}
          </li>
          <li>A confirmation e-mail arrives immediately, with what happens next.</li>
        </ul>
      </Card>
      <UnlessOnItsWay item={`application:${slug ?? ""}`}>
        {(isAgain) => (
          <FeeForm
            slug={program && !program.disabled ? program.slug : undefined}
            cohort={cohort ?? undefined}
            isAgain={isAgain}
          />
        )}
      </UnlessOnItsWay>
    </div>
  )
}

/** Program of the application that is on its way; undefined when there is none. */
function openProgramOf({ application, others }: Journey): string | undefined {
  const all = [application, ...others.map((other) => other.application)]
  return all.find((one) => one && openStatuses.some((status) => status === one.status))?.program
}

interface FeeFormProps {
  slug: string | undefined
  /** Undefined until it is known. */
  cohort: CohortView | undefined
  /** The person pays once more though money is on its way. */
  isAgain: boolean
}

function FeeForm({ slug, cohort, isAgain }: FeeFormProps): ReactElement {
  const user = useSession()
  const { isEmailVerified, program } = user
  // Whoever never applied has no application that could be on its way.
  const { data: openProgram } = useQuery({ ...journeyQuery, enabled: program !== "", select: openProgramOf })
  const [age, setAge] = useState<"adult" | "minor">()
  const isMinor = age === "minor"
  const [guardian, setGuardian] = useState({ name: "", contact: "", consent: false })
  const ways = useWaysToPay()
  const [wrong, setWrong] = useState<GuardianErrors>({})
  const pay = usePay()
  const isClosed = cohort !== undefined && cohort.state !== "open"
  const why = whyNot({
    slug,
    openProgram,
    isClosed,
    trouble: ways.trouble,
    isEmailVerified,
    isAgeKnown: age !== undefined,
  })
  const reason = why ?? (hasDetails(user) ? undefined : <DetailsMissing />)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!slug) return
    const wrong = isMinor ? checkGuardian(guardian) : {}
    setWrong(wrong)
    if (Object.keys(wrong).length > 0) return
    pay.mutate({
      item: `application:${slug}`,
      currency: "NGN",
      ...(isAgain && { payAgain: true }),
      ...(isMinor ? { guardian: { ...guardian, consent: true } } : { ageConfirmed: true }),
    })
  }
  return (
    <div className="grid gap-5">
      {slug && <DetailsFirst user={user} />}
      <form onSubmit={submit} className="grid gap-5" noValidate>
        <RadioTiles
          label="How old are you?"
          hint="Applicants are at least 16. If you are under 18, a parent or guardian has to agree."
          gridClassName="grid-cols-1 sm:grid-cols-2"
          value={age}
          onPick={setAge}
          tiles={[
            { value: "adult", label: "18 or older" },
            { value: "minor", label: "16 or 17" },
          ]}
        />
        {isMinor && (
          <fieldset className="grid gap-1 rounded-card border border-line p-5">
            <legend className="px-2 font-medium">Parent or guardian</legend>
            <TextField
              label="Full name"
              autoComplete="off"
              value={guardian.name}
              onChange={(event) => setGuardian({ ...guardian, name: event.target.value })}
              error={wrong.name}
            />
            <TextField
              label="Phone number or e-mail"
              autoComplete="off"
              value={guardian.contact}
              onChange={(event) => setGuardian({ ...guardian, contact: event.target.value })}
              error={wrong.contact}
            />
            <Checkbox
              label="They know about this application and agree to it."
              checked={guardian.consent}
              onChange={(event) => setGuardian({ ...guardian, consent: event.target.checked })}
              error={wrong.consent}
            />
          </fieldset>
        )}
        <p className="rounded-card bg-amber-wash p-4">
          <strong>The application fee is non-refundable.</strong> A double payment or a wrong amount is paid back.
        </p>
        {ways.offer?.isSandbox && <SandboxNote />}
        {pay.isError && <FormTrouble message={messageOf(pay.error, noAnswerMessage)} />}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button
            type="submit"
            size="large"
            disabled={reason !== undefined}
            busy={pay.isPending || pay.isSuccess}
            aria-describedby="payments-note"
          >
            Pay
          </Button>
          <p id="payments-note" role="status" className="text-ink-soft">
            {reason}
          </p>
          <AskAgain ways={ways} />
        </div>
      </form>
    </div>
  )
}

interface Guardian {
  name: string
  contact: string
  consent: boolean
}

type GuardianErrors = Partial<Record<keyof Guardian, string>>

/** What is missing, at its field; the server asks for the same. */
function checkGuardian({ name, contact, consent }: Guardian): GuardianErrors {
  return {
    ...(name.trim().length < 2 && { name: "Please give the guardian's name" }),
    ...(contact.trim().length < 5 && { contact: "Please give the guardian's phone or e-mail" }),
    ...(!consent && { consent: "The guardian has to agree" }),
  }
}

/** Why the button cannot be pressed; undefined when it can. */
function whyNot(state: {
  slug: string | undefined
  openProgram: string | undefined
  isClosed: boolean
  trouble: string | undefined
  isEmailVerified: boolean
  isAgeKnown: boolean
}): string | undefined {
  if (!state.slug) return "Choose a program first."
  if (state.openProgram) {
    return `Your application for ${state.openProgram} is under way. A new one can follow its decision.`
  }
  if (state.isClosed) return "Nobody can apply for this program now."
  if (state.trouble) return state.trouble
  if (!state.isEmailVerified) return "Confirm your e-mail address first; the bar above sends the mail again."
  return state.isAgeKnown ? undefined : "Say how old you are first."
}
