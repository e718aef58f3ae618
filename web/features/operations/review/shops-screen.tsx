import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { useSearchParams } from "react-router"
import { reportReasons } from "#contract/catalogue/report-reasons.ts"
import {
  dismissShopReports,
  listReviewedShops,
  type ReviewedShop,
  restoreShop,
  ShopReviewList,
  takeShopDown,
} from "#contract/studio/shelf-review.ts"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Chip } from "#web/ui/feedback/chip.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"

const names: Readonly<Record<ShopReviewList, string>> = {
  reports: "Reports",
  down: "Taken down",
  open: "Open shops",
}

const nothing: Readonly<Record<ShopReviewList, string>> = {
  reports: "No shop and no product is reported.",
  down: "Nothing is taken down.",
  open: "No shop is open yet.",
}

const steps = {
  takeDown: {
    endpoint: takeShopDown,
    button: "Take down",
    title: "Take it down",
    text: "From now on its seller and our team alone see it. They get a mail with the reason, and it counts as a strike.",
    isDanger: true,
    isRoutine: false,
    reader: "mailed",
  },
  restore: {
    endpoint: restoreShop,
    button: "Restore",
    title: "Show it again",
    text: "Everybody can see it again, the strike goes, and its seller gets a mail with the reason.",
    isDanger: false,
    isRoutine: false,
    reader: "mailed",
  },
  dismiss: {
    endpoint: dismissShopReports,
    button: "Leave it",
    title: "Leave it",
    text: "The open reports about it are closed.",
    isDanger: false,
    isRoutine: true,
    reader: "team",
  },
} as const
type Step = keyof typeof steps

/** /operator/shops: shops and products, what is said about them, and what becomes of them. */
export function ShopsScreen(): ReactElement {
  const [address, setAddress] = useSearchParams()
  const list = ShopReviewList.catch("reports").parse(address.get("list"))
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: ["listReviewedShops", list],
    queryFn: async ({ signal }) => (await call(listReviewedShops, { query: { list }, signal })).data,
  })
  return (
    <div className="grid gap-6">
      <header>
        <h1 className="text-3xl">Shops</h1>
        <p className="mt-1 text-ink-soft">
          Shops and products of sellers. Pictures are at <TextLink to="/operator/review">Review</TextLink>.
        </p>
      </header>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">List</legend>
        {ShopReviewList.options.map((name) => (
          <Chip key={name} isPressed={name === list} onPress={() => setAddress({ list: name }, { replace: true })}>
            {names[name]}
          </Chip>
        ))}
      </fieldset>
      {data === undefined ? (
        error ? (
          <p role="alert">{messageOf(error, "The shops could not be loaded.")}</p>
        ) : (
          <Progress label="Loading" />
        )
      ) : data.length === 0 ? (
        <EmptyState title="Nothing to do" text={nothing[list]} />
      ) : (
        <ul aria-label={names[list]} className="grid gap-4 lg:grid-cols-2">
          {data.map((one) => (
            <ShopCard
              key={`${one.kind}-${one.id}`}
              reviewed={one}
              onDone={() => queries.invalidateQueries({ queryKey: ["listReviewedShops"] })}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function ShopCard({ reviewed, onDone }: { reviewed: ReviewedShop; onDone: () => Promise<unknown> }): ReactElement {
  const [step, setStep] = useState<Step>()
  const { kind, id, name, text, page, owner, takenDownFor, reports } = reviewed
  const chosen = step && steps[step]
  const possible: readonly Step[] =
    takenDownFor === null ? ["takeDown", ...(reports.length > 0 ? (["dismiss"] as const) : [])] : ["restore"]
  return (
    <li className="grid content-start gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap gap-2">
        <Badge>{kind === "shop" ? "Shop" : "Product"}</Badge>
        {takenDownFor !== null && <Badge tone="clay">Taken down</Badge>}
      </div>
      <h2 dir="auto" className="text-base font-medium wrap-anywhere">
        {page !== "" && takenDownFor === null ? (
          <a href={page} target="_blank" rel="noopener" className="text-indigo underline underline-offset-4">
            {name}
          </a>
        ) : (
          name
        )}
      </h2>
      <p className="text-sm text-ink-soft wrap-anywhere">
        <TextLink to={`/operator/people/${owner.id}`}>{owner.name || "No name"}</TextLink>
      </p>
      {text !== "" && (
        <p dir="auto" className="line-clamp-6 text-sm whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      )}
      {takenDownFor !== null && <p className="text-sm wrap-anywhere">Reason: {takenDownFor}</p>}
      {reports.length > 0 && (
        <ul aria-label="Reports" className="grid gap-2 rounded-control bg-clay-wash p-3 text-sm">
          {reports.map(({ reason, note, createdAt }) => (
            <li key={`${createdAt}${reason}`} className="wrap-anywhere">
              <span className="font-medium">{reportReasons[reason]}</span>
              {note !== "" && `: ${note}`} <span className="text-ink-soft">{formatMoment(createdAt)}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {possible.map((one) => (
          <Button
            key={one}
            variant={steps[one].isDanger ? "danger" : "secondary"}
            aria-label={`${steps[one].button}: ${name}`}
            onClick={() => setStep(one)}
          >
            {steps[one].button}
          </Button>
        ))}
      </div>
      {chosen && (
        <ReasonDialog
          title={chosen.title}
          description={chosen.text}
          button={chosen.button}
          isDanger={chosen.isDanger}
          isRoutine={chosen.isRoutine}
          reader={chosen.reader}
          send={(reason) => call(chosen.endpoint, { params: { kind, id }, body: { reason } })}
          onDone={onDone}
          onClose={() => setStep(undefined)}
        />
      )}
    </li>
  )
}
