import { Camera, ImageUp } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { classNames } from "#web/ui/theme/class-names.ts"

interface PhotoInviteProps {
  title: string
  text: ReactNode
  onFile?: (file: File) => void
}

/** Asks for a photo, from the camera or from the gallery; without scripts as well, for what takes it over later. */
export function PhotoInvite({ title, text, onFile }: PhotoInviteProps): ReactElement {
  return (
    <div className="grid gap-3">
      <h2 className="text-2xl">{title}</h2>
      <p className="max-w-measure text-ink-soft">{text}</p>
      <div className="flex flex-wrap gap-3">
        <PhotoInput label="Take a photo" isCamera onFile={onFile} />
        <PhotoInput label="Choose a photo" onFile={onFile} />
      </div>
    </div>
  )
}

interface PhotoInputProps {
  label: string
  /** Opens the camera; only where there is a finger, as on phones. */
  isCamera?: boolean
  onFile: ((file: File) => void) | undefined
}

function PhotoInput({ label, isCamera = false, onFile }: PhotoInputProps): ReactElement {
  const Icon = isCamera ? Camera : ImageUp
  return (
    <label
      className={classNames(
        buttonLook({ variant: isCamera ? "secondary" : "primary", size: "large" }),
        "relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo",
        isCamera && "pointer-fine:hidden",
      )}
    >
      <Icon aria-hidden="true" />
      {label}
      <input
        type="file"
        accept="image/*"
        {...(isCamera && { capture: "environment" })}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile?.(file)
          target.value = ""
        }}
        className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
      />
    </label>
  )
}
