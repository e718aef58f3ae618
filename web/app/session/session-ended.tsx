import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, useId } from "react"
import { useLocation } from "react-router"
import { messages } from "#contract/messages.ts"
import { enterAgainWithCode, signInAgain } from "#web/features/identity/sign-in/start-session.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { type SignInState, sessionEndedWords } from "#web/lib/session/destination.ts"
import { type CurrentUser, currentUserQuery } from "#web/lib/session/session.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { SecretField } from "./secret-field.tsx"
import { useLeave } from "./use-leave.ts"

interface SessionEndedProps {
  /** Whose page waits below. */
  owner: CurrentUser
  /** The password was right, and the account takes a code as well. */
  needsCode: boolean
}

/** Signs the person in again over their page. There is no way past it but signing in and leaving. */
export function SessionEnded({ owner, needsCode }: SessionEndedProps): ReactElement {
  const form = useId()
  const queries = useQueryClient()
  const { pathname, search } = useLocation()
  // Whoever signed in again in another tab need not do so here as well.
  useQuery({ ...currentUserQuery, staleTime: 0, refetchOnMount: false, refetchOnWindowFocus: "always" })
  const enter = useMutation({
    mutationFn: (data: FormData) => {
      const text = (name: string): string => String(data.get(name) ?? "")
      if (needsCode) return enterAgainWithCode(text("code").trim(), queries)
      return signInAgain({ email: owner.email, password: text("password") }, queries)
    },
  })
  const { leave, isLeaving } = useLeave()
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    enter.mutate(new FormData(event.currentTarget))
  }
  const error = enter.error ? messageOf(enter.error, messages.signInFailed) : undefined
  const canEnter = needsCode || (owner.hasPassword && owner.email !== "")
  const here: SignInState = { from: `${pathname}${search}` }
  return (
    <Dialog
      open
      staysInSight
      beginsInField
      title="Sign in to go on"
      description={`${sessionEndedWords} This page waits for you, with everything you typed.`}
      actions={
        <>
          <Button variant="secondary" busy={isLeaving} onClick={leave}>
            Sign out instead
          </Button>
          {canEnter && (
            <Button type="submit" form={form} busy={enter.isPending}>
              Sign in
            </Button>
          )}
        </>
      }
    >
      <p className="mb-4">
        <span className="block font-medium">{owner.name}</span>
        <span className="block text-ink-soft wrap-anywhere">{owner.email}</span>
      </p>
      {canEnter && (
        <form key={needsCode ? "code" : "password"} id={form} noValidate onSubmit={handleSubmit}>
          <SecretField isCode={needsCode} error={error} />
          {/* For what fills in passwords: it has to know whose this is. */}
          <input type="email" autoComplete="username" value={owner.email} readOnly hidden />
        </form>
      )}
      <p>
        <TextLink to="/sign-in" state={here}>
          {canEnter ? "Sign in another way" : "Go to the sign-in page"}
        </TextLink>
      </p>
    </Dialog>
  )
}
