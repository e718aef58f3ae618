import { type ReactElement, useEffect, useRef, useState } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { TextField } from "./text-field.tsx"

interface CodeFieldProps {
  error?: string | undefined
  /** Where only one of the two counts: the app's code, or a code for emergencies. */
  takes?: "app" | "recovery" | undefined
  /** Takes the focus when it appears, in a dialog that asks for nothing else. */
  autoFocus?: boolean | undefined
}

/** A code of six digits from an app, or, once asked for, one of the codes for emergencies; goes by the name `code`. */
export function CodeField({ error, takes, autoFocus = false }: CodeFieldProps): ReactElement {
  const [isRecovery, setIsRecovery] = useState(takes === "recovery")
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error === undefined) return
    const input = place.current?.querySelector("input")
    input?.focus({ preventScroll: true })
    input?.scrollIntoView({ block: "center" })
  }, [error])
  return (
    <div ref={place} className="grid justify-items-start">
      {isRecovery ? (
        <TextField
          key="recovery"
          name="code"
          label="Recovery code"
          hint="Twelve letters and digits; each code works once."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          maxLength={40}
          error={error}
          className="w-full"
        />
      ) : (
        <TextField
          key="app"
          name="code"
          label="Code"
          hint="Six digits from your authenticator app."
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus={autoFocus}
          maxLength={40}
          error={error}
          className="w-full"
        />
      )}
      {!takes && (
        <Button variant="quiet" className="-ml-4" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? "Use the app's code" : "Use a recovery code"}
        </Button>
      )}
    </div>
  )
}
