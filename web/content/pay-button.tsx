import type { ComponentProps, ReactElement } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { BuyCredits } from "./buy-credits.tsx"

interface PayButtonProps extends Omit<ComponentProps<typeof Button>, "size" | "wide" | "ref"> {
  /** Credits without which a press would be refused: the way to buy them stands in its place. 0 shows the button. */
  missing: number
}

/** The wide button of a form that spends credits. */
export function PayButton({ missing, ...button }: PayButtonProps): ReactElement {
  if (missing > 0 && !button.busy) return <BuyCredits missing={missing} />
  return <Button size="large" wide {...button} />
}
