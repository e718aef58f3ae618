import { type ReactElement, useState } from "react"
import { useNavigate } from "react-router"
import type { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"
import type { Preset } from "#contract/studio/words/presets.ts"
import { presetAddress } from "#web/lib/studio/presets.ts"
import { Button } from "#web/ui/button/button.tsx"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"

const load = async () => (await import("./presets.tsx")).Presets

interface PresetsButtonProps {
  mode: string
  ratio: AspectRatio
  count: number
  isPublic: boolean
  /** Takes the settings of a preset of this mode. */
  onUse: (preset: Preset) => void
}

/** Opens the presets; one of another mode leads there. */
export function PresetsButton({ mode, ratio, count, isPublic, onUse }: PresetsButtonProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const { part: Presets, want } = useLazyPart(load)
  const navigate = useNavigate()
  return (
    <>
      <Button
        variant="secondary"
        className="px-4"
        onClick={() => {
          want()
          setIsOpen(true)
        }}
      >
        Presets
      </Button>
      {isOpen && Presets && (
        <Presets
          settings={{ mode, aspect_ratio: ratio, num_outputs: count, is_public: isPublic }}
          onClose={() => setIsOpen(false)}
          onUse={(preset) => {
            setIsOpen(false)
            if (preset.mode === mode) onUse(preset)
            else void navigate(presetAddress(preset))
          }}
        />
      )}
    </>
  )
}
