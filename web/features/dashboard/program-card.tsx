import { Lock } from "lucide-react"
import { type ReactElement, useId } from "react"
import type { ProgramCard as Program } from "#contract/catalogue/programs.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { classNames } from "#web/ui/class-names.ts"
import { LinkButton } from "#web/ui/link-button.tsx"
import { programPictures } from "./program-pictures.ts"

/** One program; a disabled one is locked, and its Apply does nothing (specification §2). */
export function ProgramCard({ program }: { program: Program }): ReactElement {
  const { name, description, slug, disabled } = program
  const nameId = useId()
  return (
    <Card isFlush className="flex flex-col">
      <div className="relative">
        <SitePicture
          from={programPictures}
          name={`program-${slug}`}
          sizes="(min-width: 1280px) 400px, (min-width: 640px) 45vw, 92vw"
          className={classNames("aspect-[2/1] rounded-none", disabled && "opacity-40")}
        />
        {disabled && (
          <div className="absolute inset-0 grid place-items-center">
            <span className="flex min-h-9 items-center gap-2 rounded-full bg-raised px-4 text-sm font-medium text-ink">
              <Lock aria-hidden="true" className="size-4" />
              Locked
            </span>
          </div>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-2 p-6">
        <h3 id={nameId} className="text-xl">
          {name}
        </h3>
        <p className="flex-1 text-ink-soft">{description}</p>
        <div className="pt-4">
          {disabled ? (
            <Button disabled aria-describedby={nameId} variant="secondary">
              Apply
            </Button>
          ) : (
            <LinkButton to={`/billing?${new URLSearchParams({ program: slug })}`} aria-describedby={nameId}>
              Apply
            </LinkButton>
          )}
        </div>
      </div>
    </Card>
  )
}
