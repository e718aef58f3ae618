import { KeyRound } from "lucide-react"
import type { ReactElement } from "react"
import { usePasskey } from "#web/content/passkeys/use-passkey.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"

/** Gives a passkey in place of a password or a code. @param onDone follows once it was taken */
export function PasskeyProof({ onDone }: { onDone: () => void }): ReactElement {
  const { run, isBusy, trouble } = usePasskey(({ givePasskey }) => givePasskey(), onDone)
  return (
    <div className="grid">
      <Button variant="secondary" size="large" wide busy={isBusy} onClick={() => run()}>
        <KeyRound aria-hidden="true" />
        Use a passkey
      </Button>
      <FormTrouble message={trouble} />
    </div>
  )
}
