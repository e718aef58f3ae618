import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useRef, useState } from "react"
import { useNavigate, useSearchParams } from "react-router"
import { acceptPlace, type EnrolmentView, type Journey } from "#contract/academy/admissions.ts"
import type { TuitionPart } from "#contract/catalogue/tuition.ts"
import { createPaymentOrder, type PaymentOrder } from "#contract/money/orders.ts"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { UnlessOnItsWay } from "#web/content/payments-on-their-way.tsx"
import { DetailsFirst, DetailsMissing, hasDetails } from "#web/content/place/details-first.tsx"
import { journeyQuery } from "#web/lib/academy/journey.ts"
import { isUnderWay, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { freshKey } from "#web/lib/calls/fresh-key.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatDate, formatMoney } from "#web/lib/format/format.ts"
import { offerQuery } from "#web/lib/money/offer-query.ts"
import { useSession } from "#web/lib/session/session.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { SandboxNote } from "#web/ui/feedback/sandbox-note.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { RadioTiles } from "#web/ui/form/radio-tiles.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"
import { LinkTiles } from "#web/ui/layout/link-tiles.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

const partNames: Readonly<Record<TuitionPart, string>> = {
  full: "Tuition",
  first: "First instalment",
  second: "Second instalment",
  third: "Third instalment",
}

/** What a place without an open instalment says of itself in a word or two. */
const placeNotes: Readonly<Record<EnrolmentView["state"], string>> = {
  offered: "Place offered",
  settled: "Settled",
  on_time: "On time",
  due_soon: "Due soon",
  grace: "Overdue",
  locked: "Overdue",
  ended: "Ended",
}

/** /tuition: takes the place, and shows and pays what is due. */
export function TuitionScreen(): ReactElement {
  const { data: journey, error, refetch } = useQuery(journeyQuery)
  const [search] = useSearchParams()
  const places = journey ? placesOf(journey) : []
  const shown =
    places.find(({ enrolment }) => enrolment.id === search.get("place")) ??
    places.find(({ enrolment }) => enrolment.state === "locked") ??
    places[0]
  return (
    <div className="grid max-w-3xl gap-8">
      <h1 className="text-3xl">Tuition</h1>
      {error && !journey ? (
        <NotLoaded title="Your tuition did not load" error={error} onRetry={refetch} />
      ) : !journey ? (
        <Skeleton className="h-80" />
      ) : shown ? (
        <>
          {places.length > 1 && (
            <LinkTiles
              label="Your programs"
              tiles={places.map(({ enrolment, application }) => ({
                to: `/tuition?place=${enrolment.id}`,
                title: application.program,
                note: enrolment.next
                  ? `${formatMoney(enrolment.next.amount, "NGN")} to pay`
                  : placeNotes[enrolment.state],
                isHere: enrolment.id === shown.enrolment.id,
              }))}
            />
          )}
          <Place key={shown.enrolment.id} {...shown} />
        </>
      ) : (
        <EmptyState
          title="There is no tuition to pay"
          text="Tuition begins when the academy has admitted you."
          action={<LinkButton to="/app">Dashboard</LinkButton>}
        />
      )}
    </div>
  )
}

/** The person's places that are offered or taken, with their applications. */
function placesOf({ application, enrolment, others }: Journey): PlaceProps[] {
  return [{ application, enrolment }, ...others].flatMap((one) =>
    one.application && one.enrolment && one.enrolment.state !== "ended"
      ? [{ application: one.application, enrolment: one.enrolment }]
      : [],
  )
}

interface PlaceProps {
  enrolment: EnrolmentView
  application: NonNullable<Journey["application"]>
}

function Place({ enrolment, application }: PlaceProps): ReactElement {
  const { data: offer } = useQuery(offerQuery)
  const user = useSession()
  // Not in the button's own part: that is gone once the page reads that the place is taken, before it can lead on.
  const { take, isTaking } = useTakePlace(application.id)
  const isToPay = enrolment.state === "offered" ? enrolment.prices.full > 0 : enrolment.next !== null
  return (
    <>
      {offer?.isSandbox && isToPay && <SandboxNote />}
      {isToPay && <DetailsFirst user={user} />}
      <p className="text-lg text-ink-soft">
        {application.program}
        {enrolment.award > 0 &&
          `. Your scholarship of ${formatMoney(enrolment.award, "NGN")} is taken off the figures below.`}
      </p>
      {enrolment.state !== "offered" ? (
        <Plan enrolment={enrolment} />
      ) : enrolment.prices.full === 0 ? (
        <FreePlace enrolBy={enrolment.enrolBy} onTake={take} isTaking={isTaking} />
      ) : (
        <UnlessOnItsWay item={`tuition:${enrolment.id}:full`}>
          {(isAgain) => <Choice enrolment={enrolment} isAgain={isAgain} />}
        </UnlessOnItsWay>
      )}
    </>
  )
}

interface PayableProps {
  enrolment: EnrolmentView
  /** The person pays once more though money is on its way. */
  isAgain: boolean
}

/** Orders a part of the tuition and goes on to its payment page. */
function usePayTuition(enrolmentId: string, isAgain: boolean): { pay: (part: TuitionPart) => void; isPaying: boolean } {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const last = useRef({ part: "", key: "" })
  const order = useMutation({
    mutationFn: async (part: TuitionPart) => {
      if (last.current.part !== part) last.current = { part, key: freshKey() }
      const item = `tuition:${enrolmentId}:${part}`
      const body = { item, currency: "NGN" as const, ...(isAgain && { payAgain: true }) }
      return (await call(createPaymentOrder, { body, idempotencyKey: last.current.key })).data
    },
    onError: (error) => {
      if (isUnderWay(error)) void queries.invalidateQueries({ queryKey: queryKeys.journey })
      notify.error(messageOf(error, noAnswerMessage))
    },
  })
  const goOn = ({ tx_ref }: PaymentOrder): void =>
    void navigate(`/payment/${tx_ref}`, { state: { opensCheckout: true } })
  return { pay: (part) => order.mutate(part, { onSuccess: goOn }), isPaying: order.isPending }
}

/** Takes a place that costs nothing and goes on to the dashboard. */
function useTakePlace(applicationId: string): { take: () => void; isTaking: boolean } {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const accept = useMutation({
    mutationFn: () => call(acceptPlace, { body: { applicationId } }),
    onSuccess: async ({ message }) => {
      notify.success(message)
      await queries.invalidateQueries({ queryKey: queryKeys.journey })
      await queries.invalidateQueries({ queryKey: queryKeys.currentUser })
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  const take = (): void => accept.mutate(undefined, { onSuccess: () => navigate("/app") })
  return { take, isTaking: accept.isPending }
}

function Choice({ enrolment, isAgain }: PayableProps): ReactElement {
  const { prices, enrolBy, id } = enrolment
  const [part, setPart] = useState<"full" | "first">("full")
  const { pay, isPaying } = usePayTuition(id, isAgain)
  const inParts = prices.first + prices.second + prices.third
  return (
    <Card className="grid gap-6">
      <p>
        Take your place by <strong>{formatDate(enrolBy)}</strong>. After that day it goes to the next person on the
        waitlist.
      </p>
      <RadioTiles
        label="How do you want to pay?"
        value={part}
        onPick={setPart}
        gridClassName="grid-cols-1 sm:grid-cols-2"
        tiles={[
          {
            value: "full",
            label: `All at once: ${formatMoney(prices.full, "NGN")}`,
            note: "Settled for the whole program",
          },
          {
            value: "first",
            label: `Three instalments: ${formatMoney(inParts, "NGN")}`,
            note: `${formatMoney(prices.first, "NGN")} now, then ${formatMoney(prices.second, "NGN")} and ${formatMoney(prices.third, "NGN")}, a month and two months after the first class`,
          },
        ]}
      />
      <PayButton amount={prices[part]} isPaying={isPaying} onPay={() => pay(part)} />
    </Card>
  )
}

interface FreePlaceProps {
  enrolBy: string
  onTake: () => void
  isTaking: boolean
}

/** A full scholarship: one press takes the place. */
function FreePlace({ enrolBy, onTake, isTaking }: FreePlaceProps): ReactElement {
  return (
    <Card className="grid justify-items-start gap-5">
      <p>Your scholarship pays all of the tuition. Take your place by {formatDate(enrolBy)}.</p>
      <Button size="large" busy={isTaking} onClick={onTake}>
        Take my place
      </Button>
    </Card>
  )
}

function Plan({ enrolment }: { enrolment: EnrolmentView }): ReactElement {
  const { instalments, next, state, locksOn } = enrolment
  return (
    <Card className="grid gap-6">
      {state === "locked" && (
        <p role="alert" className="rounded-card bg-clay-wash p-4">
          Your lessons are locked. They open again the moment the instalment is paid.
        </p>
      )}
      {state === "grace" && (
        <p className="rounded-card bg-amber-wash p-4">
          This is overdue. Lessons stay open until {formatDate(locksOn)}.
        </p>
      )}
      {instalments.length === 0 && <p>Your scholarship pays all of the tuition.</p>}
      <ul className="grid divide-y divide-line">
        {instalments.map(({ part, amount, dueOn, paidAt }) => (
          <li key={part} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
            <div className="grid">
              <span className="font-medium">{partNames[part]}</span>
              <span className="text-sm text-ink-soft">
                {paidAt ? `Paid on ${formatDate(paidAt)}` : `Due on ${formatDate(dueOn)}`}
              </span>
            </div>
            <div className="flex items-center gap-4">
              <span className="font-medium tabular-nums">{formatMoney(amount, "NGN")}</span>
              <Badge tone={paidAt ? "leaf" : "neutral"}>{paidAt ? "Paid" : "Open"}</Badge>
            </div>
          </li>
        ))}
      </ul>
      {next ? (
        <UnlessOnItsWay item={`tuition:${enrolment.id}:${next.part}`}>
          {(isAgain) => <PayNext enrolment={enrolment} isAgain={isAgain} next={next} />}
        </UnlessOnItsWay>
      ) : (
        <p className="font-medium">Everything is paid.</p>
      )}
    </Card>
  )
}

function PayNext({
  enrolment,
  isAgain,
  next,
}: PayableProps & { next: NonNullable<EnrolmentView["next"]> }): ReactElement {
  const { pay, isPaying } = usePayTuition(enrolment.id, isAgain)
  return <PayButton amount={next.amount} isPaying={isPaying} onPay={() => pay(next.part)} />
}

function PayButton({
  amount,
  isPaying,
  onPay,
}: {
  amount: number
  isPaying: boolean
  onPay: () => void
}): ReactElement {
  const isKnown = hasDetails(useSession())
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        size="large"
        busy={isPaying}
        disabled={!isKnown}
        aria-describedby={isKnown ? undefined : "details-note"}
        onClick={onPay}
      >
        Pay {formatMoney(amount, "NGN")}
      </Button>
      {!isKnown && (
        <p id="details-note" className="text-sm text-ink-soft">
          <DetailsMissing />
        </p>
      )}
    </div>
  )
}
