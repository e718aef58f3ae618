import type { ReactElement } from "react"
import { whoSees } from "#web/lib/studio/who-sees.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Switch } from "#web/ui/form/switch.tsx"

interface PictureVisibilityProps {
  isPublic: boolean
  /** When the review of a public one ends; null when it does not wait. */
  waitsUntil: string | null
  /** Whether private pictures are open to the person; undefined until it is known. */
  canBePrivate: boolean | undefined
  isBusy: boolean
  onChange: (isPublic: boolean) => void
}

/** Who sees a picture. A free one stays public and says why; a private one can always be opened. */
export function PictureVisibility(props: PictureVisibilityProps): ReactElement {
  const { isPublic, waitsUntil, canBePrivate, isBusy, onChange } = props
  const seen = whoSees({ isPublic, waits: waitsUntil }, isPublic ? "this picture and its words" : "this picture")
  const isFree = isPublic && canBePrivate === false
  return (
    <Switch
      label="Display Public"
      hint={
        isFree ? (
          <>
            {waitsUntil !== null && `${seen} `}Free pictures are public.{" "}
            <TextLink to="/credits-billing">Buy credits once</TextLink> to make private ones.
          </>
        ) : (
          seen
        )
      }
      checked={isPublic}
      disabled={(isPublic && !canBePrivate) || isBusy}
      onCheckedChange={onChange}
    />
  )
}
