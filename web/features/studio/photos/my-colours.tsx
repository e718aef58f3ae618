import { useQuery } from "@tanstack/react-query"
import { Palette } from "lucide-react"
import type { ReactElement } from "react"
import { brandGround } from "#contract/studio/brand-kit.ts"
import { shopQuery } from "#web/lib/shelf/shelf.ts"
import { Button } from "#web/ui/button/button.tsx"

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
