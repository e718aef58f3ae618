import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { knownMode } from "#contract/catalogue/modes.ts"
import { presetAddress, presetsQuery, troubleOf } from "#web/lib/studio/presets.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"

/** Presets that were pinned, each one press from the filled-in form; nothing where none is. */
export function PinnedPresets({ className }: { className?: string }): ReactElement | null {
  const pinned = useQuery(presetsQuery).data?.filter(({ is_pinned }) => is_pinned)
  const studio = useQuery(studioQuery).data
  if (!pinned || pinned.length === 0) return null
  return (
    <section aria-label="Pinned presets" className={className}>
      <ul className="flex flex-wrap gap-3">
        {pinned.map((preset) => {
          const trouble = troubleOf(preset, studio)
          return (
            <li key={preset.id} className="grid max-w-full gap-1">
              {knownMode(preset.mode) ? (
                <LinkButton to={presetAddress(preset)} variant="secondary" className="px-4 wrap-anywhere">
                  <bdi>{preset.name}</bdi>
                </LinkButton>
              ) : (
                <bdi className="font-medium wrap-anywhere">{preset.name}</bdi>
              )}
              {trouble && <span className="text-sm text-ink-soft">{trouble}</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
