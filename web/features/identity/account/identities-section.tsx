import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { deleteIdentity, type Identity } from "#contract/identity/account-records.ts"
import type { SignInProvider } from "#contract/identity/sessions.ts"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { listIdentities } from "#web/lib/calls/backend.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { providerHref, useProviderFailure } from "#web/lib/session/provider-sign-in.ts"
import { sessionInfoQuery } from "#web/lib/session/session-info.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { ProviderLogo } from "#web/ui/media/provider-logo.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { Section } from "./section.tsx"

/** The page here, at which connecting ends in any case. */
const accountPage = { success: "/account", failure: "/account" } as const

const failureWords = {
  user_already_exists: "That account, or its e-mail address, belongs to another account here. Nothing was connected.",
  sign_in_again: "To be sure it is you, sign out and in again, and connect within 10 minutes. Nothing was connected.",
}

/** Accounts elsewhere with which the person may sign in; nothing where no provider is set up. */
export function IdentitiesSection(): ReactElement | null {
  const queries = useQueryClient()
  const failure = useProviderFailure(failureWords)
  const { data: info } = useQuery(sessionInfoQuery)
  const providers = info?.identityProviders ?? []
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.identities,
    queryFn: listIdentities,
    enabled: providers.length > 0,
  })
  const remove = useMutation({
    mutationFn: (identity: Identity) => call(deleteIdentity, { params: { identityId: identity.$id } }),
    onSuccess: () => notify.success("Disconnected."),
    onError: (refusal) => notify.error(messageOf(refusal, noAnswerMessage)),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.identities }),
  })
  if (providers.length === 0 || (!data && !error)) return null
  return (
    <Section
      id="connections"
      opens={failure === "" ? "wide" : "always"}
      title="Other ways to sign in"
      intro="Connect an account you have elsewhere, and use its button to sign in."
    >
      {failure && (
        <p role="alert" className="text-clay">
          {failure}
        </p>
      )}
      {data ? (
        <ul className="divide-y divide-line">
          {providers.map((provider) => (
            <ProviderLine
              key={provider.name}
              provider={provider}
              identities={data.filter((identity) => identity.provider === provider.name)}
              isBusy={remove.isPending}
              onRemove={remove.mutate}
            />
          ))}
        </ul>
      ) : (
        <NotLoaded title="Your connections did not load" error={error} onRetry={refetch} />
      )}
    </Section>
  )
}

interface ProviderLineProps {
  provider: SignInProvider
  /** Usually one; two where the person has two accounts there. */
  identities: readonly Identity[]
  isBusy: boolean
  onRemove: (identity: Identity) => void
}

function ProviderLine({ provider: { name, title }, identities, isBusy, onRemove }: ProviderLineProps): ReactElement {
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      {identities.map((identity) => (
        <div key={identity.$id} className="flex items-center gap-4">
          <ProviderLogo name={name} />
          <div className="min-w-0 grow">
            <p className="font-medium">{title}</p>
            <p className="text-sm text-ink-soft wrap-anywhere">{identity.providerEmail || "Connected"}</p>
          </div>
          <Button
            variant="quiet"
            disabled={isBusy}
            aria-label={`Disconnect ${title} ${identity.providerEmail}`.trim()}
            onClick={() => onRemove(identity)}
          >
            Disconnect
          </Button>
        </div>
      ))}
      {identities.length === 0 && (
        <div className="flex items-center gap-4">
          <ProviderLogo name={name} />
          <p className="min-w-0 grow font-medium">{title}</p>
          <a
            href={providerHref(name, accountPage)}
            aria-label={`Connect ${title}`}
            className={buttonLook({ variant: "secondary" })}
          >
            Connect
          </a>
        </div>
      )}
    </li>
  )
}
