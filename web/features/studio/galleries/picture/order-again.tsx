import { Proportions, RotateCw, TextCursorInput } from "lucide-react"
import type { ReactElement } from "react"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import type { AgainAddresses } from "./again-address.ts"

/** Begins another order with what this picture was ordered by; nothing is ordered before the form is sent. */
export function OrderAgain({ addresses }: { addresses: AgainAddresses }): ReactElement {
  const { remix, prompt, size } = addresses
  return (
    <section aria-label="Make another" className="grid grid-cols-2 gap-2">
      {remix !== undefined && (
        <LinkButton variant="secondary" className="col-span-2 px-2" to={remix}>
          <RotateCw aria-hidden="true" />
          Remix
        </LinkButton>
      )}
      {prompt !== undefined && (
        <LinkButton variant="secondary" className="px-2" to={prompt}>
          <TextCursorInput aria-hidden="true" />
          Use prompt
        </LinkButton>
      )}
      <LinkButton variant="secondary" className={prompt === undefined ? "col-span-2 px-2" : "px-2"} to={size}>
        <Proportions aria-hidden="true" />
        Use size
      </LinkButton>
    </section>
  )
}
