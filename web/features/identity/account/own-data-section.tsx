import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Download } from "lucide-react"
import { type ReactElement, useState } from "react"
import { useNavigate } from "react-router"
import { deleteAccount, exportOwnData, prepareExport } from "#contract/identity/personal-data.ts"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { saveFrom } from "#web/lib/page/save-from.ts"
import { forgetPerson } from "#web/lib/session/sign-out.ts"
import { Button } from "#web/ui/button/button.tsx"
import { PasswordField } from "#web/ui/form/password-field.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { setTheme } from "#web/ui/theme/use-theme.ts"
import { Section } from "./section.tsx"

/** A copy of everything, and the way to have it forgotten. */
export function OwnDataSection({ hasPassword }: { hasPassword: boolean }): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  const take = useMutation({
    mutationFn: () => call(prepareExport),
    onSuccess: () => saveFrom(exportOwnData.path),
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  return (
    <Section
      id="data"
      title="Your data"
      intro="Your records, pictures and files belong to you. Take a copy, or have all of it deleted. Records of payments stay, as the law asks, without your name, and a code made from your address, so that welcome credits are given once."
    >
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={take.isPending} onClick={() => take.mutate()}>
          <Download aria-hidden="true" />
          Download my data
        </Button>
        <Button variant="quiet" className="text-clay" onClick={() => setIsAsking(true)}>
          Delete my account
        </Button>
      </div>
      {isAsking && <FarewellDialog hasPassword={hasPassword} onClose={() => setIsAsking(false)} />}
    </Section>
  )
}

/** Asks once more, and for the password where there is one. */
function FarewellDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }): ReactElement {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [password, setPassword] = useState("")
  const [refusal, setRefusal] = useState<string>()
  const leave = useMutation({
    mutationFn: () => call(deleteAccount, { body: hasPassword ? { password } : {} }),
    onSuccess: async () => {
      await forgetPerson(queries, { keepsUnsent: false })
      setTheme("system")
      await navigate("/sign-in", { replace: true })
      // Only now: loading the next page must not use up the time of the note.
      notify.success("Your account is deleted.")
    },
    onError: (error) => {
      if (error instanceof ApiError && error.type === "user_invalid_credentials") setRefusal(error.message)
      else notify.error(messageOf(error, noAnswerMessage))
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Delete your account?"
      description="Your pictures, files, credits and history go with it, public pictures too. Nobody can bring them back. Records of payments stay, as the law asks, without your name."
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep my account
          </Button>
          <Button
            type="submit"
            form="farewell"
            variant="danger"
            busy={leave.isPending}
            disabled={hasPassword && password === ""}
          >
            Delete for good
          </Button>
        </>
      }
    >
      <form
        id="farewell"
        onSubmit={(event) => {
          event.preventDefault()
          leave.mutate()
        }}
      >
        {hasPassword ? (
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            value={password}
            error={refusal}
            onChange={(event) => {
              setPassword(event.target.value)
              setRefusal(undefined)
            }}
          />
        ) : (
          <p>You have no password. If you signed in more than 10 minutes ago, we ask you to sign in again first.</p>
        )}
      </form>
    </Dialog>
  )
}
