import type { ReactElement } from "react"
import { Switch } from "#web/ui/switch.tsx"
import { TextLink } from "#web/ui/text-link.tsx"

interface VisibilitySwitchProps {
  /** Whether private pictures are open to the person; undefined until it is known. */
  canBePrivate: boolean | undefined
  isPublic: boolean
  onChange: (isPublic: boolean) => void
}

/** Who may see the pictures. Free use is public: then the switch is on and locked, and says why (docs/product-rules.md#visibility). */
export function VisibilitySwitch({ canBePrivate, isPublic, onChange }: VisibilitySwitchProps): ReactElement {
  const hint = canBePrivate ? (
    isPublic ? (
      "Everyone can see these pictures."
    ) : (
      "Only you can see these pictures."
    )
  ) : (
    <>
      Free pictures are public. <TextLink to="/credits-billing">Buy credits once</TextLink> to make private ones.
    </>
  )
  return (
    <Switch label="Display Public" hint={hint} checked={isPublic} disabled={!canBePrivate} onCheckedChange={onChange} />
  )
}
