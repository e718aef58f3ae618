import { useQuery } from "@tanstack/react-query"
import { type ReactElement, useRef } from "react"
import { Link } from "react-router"
import { trainingPrice } from "#contract/catalogue/trainings.ts"
import { messages } from "#contract/messages.ts"
import { ExamplePicture, ShowExamples } from "#web/content/example-picture.tsx"
import { ExploreBlocks } from "#web/content/explore-blocks.tsx"
import { DelayedSearch } from "#web/content/lists/delayed-search.tsx"
import { PinnedPresets } from "#web/content/presets/pinned-presets.tsx"
import { formatCredits } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useAddressQuery } from "#web/lib/page/use-filters.ts"
import { useSearchKey } from "#web/lib/page/use-search-key.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Chip } from "#web/ui/feedback/chip.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import { findWays, groups, type Way } from "./ways.ts"

/** /generations?mode=&for=&search=: every tool of the studio, with what it costs. */
export function Component(): ReactElement {
  const { drawn, change } = useAddressQuery()
  const search = useRef<HTMLInputElement>(null)
  const tools = useRef<HTMLElement>(null)
  useSearchKey(search, tools)
  const chosen = drawn.get("mode")
  const words = drawn.get("search") ?? ""
  const group = groups.find(({ value }) => value === drawn.get("for"))?.value
  const found = findWays(group, words)
  const set = (name: "for" | "search", value: string): void =>
    change((query) => (value === "" ? query.delete(name) : query.set(name, value)))
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl">Generate</h1>
          <p className="mt-2 max-w-measure text-ink-soft">
            Pick what you want to get. You can change your mind later; what you have written comes along.
          </p>
        </div>
        <ShowExamples />
      </div>
      <PinnedPresets className="mt-6" />
      <search
        ref={tools}
        aria-label="Tools"
        className="mt-6 grid items-end gap-x-8 gap-y-1 lg:grid-cols-[minmax(0,24rem)_1fr]"
      >
        <DelayedSearch
          ref={search}
          hint="What you want to get"
          value={words}
          onChange={(text) => set("search", text)}
        />
        <fieldset className="flex flex-wrap gap-2 lg:mb-8">
          <legend className="sr-only">What for</legend>
          {groups.map(({ value, label }) => (
            <Chip key={value} isPressed={value === group} onPress={() => set("for", value === group ? "" : value)}>
              {label}
            </Chip>
          ))}
        </fieldset>
      </search>
      <p role="status" className="sr-only">
        {found.length === 1 ? "1 tool" : `${found.length} tools`}
      </p>
      {found.length === 0 ? (
        <div className="mt-6 grid justify-items-start gap-4 rounded-card border border-line bg-surface p-6">
          <p>No tool is described in these words.</p>
          <Button
            variant="secondary"
            onClick={() => {
              set("search", "")
              set("for", "")
            }}
          >
            Show all tools
          </Button>
        </div>
      ) : (
        <ul className={classNames("mt-6 grid gap-5 sm:grid-cols-2 lg:mt-0", columns(found.length))}>
          {found.map((way, index) => (
            <li key={way.slug}>
              <ToolCard way={way} seed={index + 31} isChosen={way.slug === chosen} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-14">
        <ExploreBlocks />
      </div>
    </>
  )
}

/** As many columns as leave no card alone in the last row of a wide window. */
function columns(count: number): string {
  if (count % 3 === 1) return "xl:grid-cols-4"
  return classNames("xl:grid-cols-3", count % 4 !== 1 && "2xl:grid-cols-4")
}

interface ToolCardProps {
  way: Way
  seed: number
  /** Whether the address names this mode. */
  isChosen: boolean
}

function ToolCard({ way, seed, isChosen }: ToolCardProps): ReactElement {
  const fees = useFees()
  const studio = useQuery(studioQuery).data
  const { slug, to, wish, title, text, fee, kind, picture } = way
  const offer = kind === undefined ? studio?.modes[slug] : studio?.kinds[kind]
  // Before an operator has set up an engine that writes words, the card says what its screen says.
  const canComeLater = kind === "description"
  const isComing = canComeLater && offer?.refusal !== null
  const { feeCredits, count } = trainingPrice(fees, offer?.isLocalEngine !== true)
  const credits = fee === undefined || isComing ? undefined : fee === "training" ? feeCredits * count : fees[fee]
  return (
    <WayCard
      {...{ to, wish, text, isChosen, picture, seed }}
      title={offer?.label ?? title}
      fee={credits}
      note={isComing ? studio && messages.imageToPromptSoon : offer?.refusal}
    />
  )
}

interface WayCardProps {
  to: string
  seed: number
  isChosen: boolean
  picture: Way["picture"]
  wish: string
  title: string
  text: string
  /** Credits; undefined while nothing can be ordered. */
  fee: number | undefined
  /** Why it cannot be had now. */
  note: string | null | undefined
}

function WayCard({ to, seed, isChosen, picture, wish, title, text, fee, note }: WayCardProps): ReactElement {
  return (
    <Link
      to={to}
      aria-current={isChosen || undefined}
      className={classNames(
        "group flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-line-strong",
        isChosen && "border-indigo ring-1 ring-indigo",
      )}
    >
      <div className="aspect-3/2 overflow-hidden bg-raised">
        <ExamplePicture src={picture?.picture} alt={picture?.prompt ?? ""} seed={seed} />
      </div>
      <div className="flex flex-1 flex-col gap-2 p-5">
        <div className="flex items-start justify-between gap-3">
          <h2 className="grid gap-1">
            <span className="text-xl">{wish}</span>
            <span className="font-sans text-sm font-medium tracking-normal text-ink-soft">{title}</span>
          </h2>
          {fee !== undefined && (
            <Badge tone="ochre" className="mt-0.5 shrink-0">
              {formatCredits(fee)}
            </Badge>
          )}
        </div>
        <p className="text-ink-soft">{text}</p>
        {note && <p className="mt-auto rounded-control bg-ochre-wash p-2 text-sm">{note}</p>}
      </div>
    </Link>
  )
}
