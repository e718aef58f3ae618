import { useQuery } from "@tanstack/react-query"
import { Palette } from "lucide-react"
import type { ReactElement } from "react"
import { brandGround } from "#contract/studio/brand-kit.ts"
import { shopQuery, shopSettingsPath } from "#web/lib/shelf/shelf.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Switch } from "#web/ui/form/switch.tsx"

/** Takes the colours of the person's own shop as a background; nothing before there is one. */
export function MyColours({
  onPick,
}: {
  onPick: (colours: { from: string; to: string }) => void
}): ReactElement | null {
  const { data: shop } = useQuery(shopQuery)
  if (!shop) return null
  return (
    <Button variant="secondary" className="justify-self-start" onClick={() => onPick(brandGround(shop))}>
      <Palette aria-hidden="true" />
      My colours
    </Button>
  )
}

interface InMyColoursProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

/** Whether a set is drawn in the colours of the person's own shop; leads to them before there is one. */
export function InMyColours(props: InMyColoursProps): ReactElement | null {
  const { data: shop } = useQuery(shopQuery)
  if (shop === undefined) return null
  if (shop) return <Switch label="In my colours" hint="Wall and stand in the two colours of your shop." {...props} />
  return (
    <p className="text-sm text-ink-soft">
      This set can have two colours of your own: <TextLink to={shopSettingsPath}>choose them in your shop</TextLink>.
    </p>
  )
}
