import type { ReactElement } from "react"
import { waitFormPath } from "#contract/catalogue/applications.ts"
import { AddressForm } from "#web/ui/form/address-form.tsx"

interface WaitlistFormProps {
  slug: string
  label?: string
}

/** An address for the day a program's applications open. */
export function WaitlistForm({ slug, label = "Tell me when applications open" }: WaitlistFormProps): ReactElement {
  return (
    <AddressForm
      action={waitFormPath}
      about={{ name: "program", value: slug }}
      label={label}
      button="Tell me"
      note="A mail confirms it now, with a link to take your address off. One more comes when applications open."
      load={async () => {
        const { leaveAddress } = await import("./leave-address.ts")
        return (email) => leaveAddress(slug, email)
      }}
      done={(email) => <p role="status">We will write to {email} once, when applications open.</p>}
    />
  )
}
