import type { ReactElement } from "react"
import { detailNames, detailsMissing } from "#contract/identity/profile-fields.ts"
import type { CurrentUser } from "#web/lib/session/session.ts"
import { Card } from "#web/ui/layout/card.tsx"
import { PlaceForm } from "./place-form.tsx"

const formId = "phone-and-place"

/** Why nothing can be paid yet; a press leads to what is missing, which may be screens away on a phone. */
export function DetailsMissing(): ReactElement {
  return (
    <button
      type="button"
      className="-my-3 min-h-11 text-left font-medium text-indigo underline underline-offset-4"
      onClick={() => document.getElementById(formId)?.querySelector("input")?.focus()}
    >
      {detailsMissing}
    </button>
  )
}

/** Whether a person has said what is asked before the first payment; so it is taken until it is known who is here. */
export function hasDetails(user: CurrentUser): boolean {
  return user.profileId === "" || detailNames.every((name) => user[name] !== "")
}

/** The second step of signing up, before the first payment; nothing once it is done. */
export function DetailsFirst({ user }: { user: CurrentUser }): ReactElement | null {
  if (hasDetails(user)) return null
  return (
    <Card id={formId} className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-xl">Your phone and place</h2>
        <p className="max-w-measure text-ink-soft">
          Asked once, before your first payment: for the receipt, and so that we can reach you about it.
        </p>
      </div>
      <PlaceForm key={user.profileId} user={user} label="Save and go on" />
    </Card>
  )
}
