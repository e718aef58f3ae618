import type { ReactElement } from "react"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Switch } from "#web/ui/form/switch.tsx"

interface PictureVisibilityProps {
  isPublic: boolean
  /** Whether private pictures are open to the person; undefined until it is known. */
  canBePrivate: boolean | undefined
  isBusy: boolean
  onChange: (isPublic: boolean) => void
}

/** Who sees a picture. A free one stays public and says why; a private one can always be opened. */
export function PictureVisibility({ isPublic, canBePrivate, isBusy, onChange }: PictureVisibilityProps): ReactElement {
  const isFree = isPublic && canBePrivate === false
  return (
    <Switch
      label="Display Public"
      hint={
        isFree ? (
          <>
            Free pictures are public. <TextLink to="/credits-billing">Buy credits once</TextLink> to make private ones.
          </>
        ) : isPublic ? (
          "Everyone can see this picture."
        ) : (
          "Only you can see this picture."
        )
      }
      checked={isPublic}
      disabled={(isPublic && !canBePrivate) || isBusy}
      onCheckedChange={onChange}
    />
  )
}
