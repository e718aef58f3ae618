import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { Link, useSearchParams } from "react-router"
import { type Maker, makers } from "#contract/catalogue/makers.ts"
import { modes } from "#contract/catalogue/modes.ts"
import { messages } from "#contract/messages.ts"
import { ExploreBlocks } from "#web/content/explore-blocks.tsx"
import { formatCredits } from "#web/lib/format.ts"
import { studioQuery } from "#web/lib/studio-query.ts"
import { useFees } from "#web/lib/use-fees.ts"
import { Adire } from "#web/ui/adire.tsx"
import { Badge } from "#web/ui/badge.tsx"
import { classNames } from "#web/ui/class-names.ts"
import { type Example, listExamples } from "./example-pictures.ts"

/** /generations?mode=: every way to make a picture, with what it costs. */
export function Component(): ReactElement {
  const [parameters] = useSearchParams()
  const chosen = parameters.get("mode")
  return (
    <>
      <h1 className="text-3xl">Generate</h1>
      <p className="mt-2 max-w-measure text-ink-soft">
        Pick what you want to get. You can change your mind later; what you have written comes along.
      </p>
      <ul className="mt-8 grid gap-5 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
        {makers.map((maker, index) => (
          <li key={maker.slug}>
            <ModeCard maker={maker} seed={index + 31} isChosen={maker.slug === chosen} />
          </li>
        ))}
        <li>
          <DescribeCard seed={makers.length + 31} isChosen={chosen === "image-to-prompt"} />
        </li>
      </ul>
      <div className="mt-14">
        <ExploreBlocks />
      </div>
    </>
  )
}

/** Work of the engine that tools order, by the tool. */
const kindsOfTools: Readonly<Record<string, string>> = { "photo-upscaling": "enlargement", "bg-remover": "cut-out" }

interface ModeCardProps {
  maker: Maker
  seed: number
  /** Whether the address names this mode. */
  isChosen: boolean
}

function ModeCard({ maker, seed, isChosen }: ModeCardProps): ReactElement {
  const fees = useFees()
  const studio = useQuery(studioQuery).data
  const kind = kindsOfTools[maker.slug]
  const offer = kind === undefined ? studio?.modes[maker.slug] : studio?.kinds[kind]
  const mode = modes.find(({ slug }) => slug === maker.slug)
  const picture = mode && listExamples(mode).find((example) => example.picture !== undefined)
  return (
    <WayCard
      {...{ isChosen, picture, seed }}
      to={maker.address}
      wish={maker.wish}
      title={offer?.label ?? maker.title}
      text={maker.text}
      fee={fees[maker.slug]}
      note={offer?.refusal}
    />
  )
}

/** Words for a picture. Before an operator has set up an engine that writes them, the card says what its screen says. */
function DescribeCard({ seed, isChosen }: Pick<ModeCardProps, "seed" | "isChosen">): ReactElement {
  const fee = useFees()["image-to-prompt"]
  const studio = useQuery(studioQuery).data
  const offer = studio?.kinds.description
  const isComing = studio !== undefined && offer?.refusal !== null
  return (
    <WayCard
      {...{ isChosen, seed }}
      to="/generations/image-to-prompt"
      wish="Words for a picture you have"
      title={offer?.label ?? "Image to prompt"}
      text="Get the words that a picture could be drawn with, change them, and draw something like it."
      fee={offer?.refusal === null ? fee : undefined}
      note={isComing ? messages.imageToPromptSoon : undefined}
    />
  )
}

interface WayCardProps {
  to: string
  seed: number
  isChosen: boolean
  picture?: Example | undefined
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
        {picture ? (
          <img src={picture.picture} alt={picture.prompt} loading="lazy" className="size-full object-cover" />
        ) : (
          <Adire seed={seed} columns={3} rows={2} className="text-resist" />
        )}
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
