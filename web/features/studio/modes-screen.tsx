import type { ReactElement } from "react"
import { Link, useSearchParams } from "react-router"
import { type Mode, modes } from "#contract/catalogue/modes.ts"
import { formatCredits } from "#web/lib/format.ts"
import { Adire } from "#web/ui/adire.tsx"
import { Badge } from "#web/ui/badge.tsx"
import { classNames } from "#web/ui/class-names.ts"
import { listExamples } from "./example-pictures.ts"
import { modeAddress } from "./mode-address.ts"

/** /generations?mode=: every way to make a picture, with what it costs. */
export function Component(): ReactElement {
  const [parameters] = useSearchParams()
  const chosen = parameters.get("mode")
  return (
    <>
      <h1 className="text-3xl">Generate</h1>
      <p className="mt-2 max-w-measure text-ink-soft">
        Pick a way to make your picture. You can change your mind later; what you have written comes along.
      </p>
      <ul className="mt-8 grid gap-5 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
        {modes.map((mode, index) => (
          <li key={mode.slug}>
            <ModeCard mode={mode} seed={index + 31} isChosen={mode.slug === chosen} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface ModeCardProps {
  mode: Mode
  seed: number
  /** Whether the address names this mode. */
  isChosen: boolean
}

function ModeCard({ mode, seed, isChosen }: ModeCardProps): ReactElement {
  const picture = listExamples(mode).find((example) => example.picture !== undefined)
  return (
    <Link
      to={modeAddress(mode)}
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
          <h2 className="text-xl">{mode.title}</h2>
          <Badge tone="ochre" className="mt-0.5 shrink-0">
            {formatCredits(mode.feeCredits)}
          </Badge>
        </div>
        <p className="text-ink-soft">{mode.text}</p>
      </div>
    </Link>
  )
}
