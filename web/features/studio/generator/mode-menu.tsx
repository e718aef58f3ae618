import { useQuery } from "@tanstack/react-query"
import { ChevronDown } from "lucide-react"
import type { ReactElement } from "react"
import { isFeeSlug } from "#contract/catalogue/fees.ts"
import { wishOf } from "#contract/catalogue/makers.ts"
import { type Mode, modes } from "#contract/catalogue/modes.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Menu } from "#web/ui/overlay/menu.tsx"
import { modeAddress } from "./mode-address.ts"

/** Leads to every other mode; what has been filled in comes along. */
export function ModeMenu({ mode }: { mode: Mode }): ReactElement {
  const fees = useFees()
  const studio = useQuery(studioQuery).data
  const others: readonly Mode[] = modes.filter(({ slug }) => slug !== mode.slug)
  const items = others.map((other) => ({
    label: `${wishOf(other.slug)}: ${studio?.modes[other.slug]?.label ?? other.title}${studio?.modes[other.slug]?.refusal ? " (not available)" : ""} · ${formatCredits(isFeeSlug(other.slug) ? fees[other.slug] : other.feeCredits)}`,
    to: modeAddress(other),
    screen: other.screen,
  }))
  return (
    <Menu
      groups={[
        items.filter(({ screen }) => screen === "/generations/flux"),
        items.filter(({ screen }) => screen === "/generations/flux/lora"),
      ]}
      trigger={
        <Button variant="quiet" className="-mr-2 px-2">
          Change mode
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    />
  )
}
