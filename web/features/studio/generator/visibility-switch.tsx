import type { ReactElement } from "react"
import { whoSees } from "#web/lib/studio/who-sees.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Switch } from "#web/ui/form/switch.tsx"

interface VisibilitySwitchProps {
  /** Whether private pictures are open to the person; undefined until it is known. */
  canBePrivate: boolean | undefined
  isPublic: boolean
  /** Whether a public picture waits for review. */
  waitsForReview: boolean
  onChange: (isPublic: boolean) => void
}

/** Who may see the pictures. Free use is public: then the switch is on and locked, and says why (docs/product-rules.md#visibility). */
export function VisibilitySwitch({
  canBePrivate,
  isPublic,
  waitsForReview,
  onChange,
}: VisibilitySwitchProps): ReactElement {
  return (
    <Switch
      label="Display Public"
      hint={
        canBePrivate === undefined ? (
          unknownHint
        ) : canBePrivate ? (
          whoSees({ isPublic, waits: waitsForReview }, "these pictures")
        ) : (
          <FreeHint waitsForReview={waitsForReview} />
        )
      }
      checked={isPublic}
      disabled={!canBePrivate}
      onCheckedChange={onChange}
    />
  )
}

/** Payers' pictures are not called free while it is not known who has paid. */
const unknownHint = "Looking up who can see these pictures."

function FreeHint({ waitsForReview }: { waitsForReview: boolean }): ReactElement {
  return (
    <>
      {waitsForReview ? "Free pictures are public once they were reviewed." : "Free pictures are public."}{" "}
      <TextLink to="/credits-billing">Buy credits once</TextLink> to make private ones.
    </>
  )
}
