import { type ReactElement, useState } from "react"
import type { ShelfPicture } from "#contract/studio/shelf.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { PicturePicker } from "./picture-picker.tsx"

interface LogoFieldProps {
  logo: ShelfPicture | null
  problem: string | undefined
  onChange: (logo: ShelfPicture | null) => void
}

/** The picture that stands for a shop. */
export function LogoField({ logo, problem, onChange }: LogoFieldProps): ReactElement {
  const [isPicking, setIsPicking] = useState(false)
  return (
    <fieldset className="pb-6">
      <legend className="mb-2 font-medium">
        Logo <span className="font-normal text-ink-soft">(optional)</span>
      </legend>
      <div className="flex flex-wrap items-center gap-3">
        {logo && <img src={logo.preview} alt="Your logo" className="size-16 rounded-full checkerboard object-cover" />}
        <Button variant="secondary" onClick={() => setIsPicking(true)}>
          {logo ? "Choose another" : "Choose a picture"}
        </Button>
        {logo && (
          <Button variant="quiet" onClick={() => onChange(null)}>
            Take it away
          </Button>
        )}
      </div>
      <FormTrouble message={problem} />
      {isPicking && (
        <PicturePicker
          chosen={[]}
          most={1}
          onDone={([picture]) => {
            onChange(picture ?? null)
            setIsPicking(false)
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </fieldset>
  )
}
