import { useQuery } from "@tanstack/react-query"
import type { ReactElement, ReactNode } from "react"
import { providerHref, providerReturnPath } from "#web/lib/session/provider-sign-in.ts"
import { sessionInfoQuery } from "#web/lib/session/session-info.ts"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { ProviderLogo } from "#web/ui/media/provider-logo.tsx"

interface ProviderButtonsProps {
  /** Path the person goes on to when signed in. */
  to: string
  /** A way in without an account elsewhere. */
  children?: ReactNode | undefined
}

/** Other ways to sign in, with an account elsewhere among them; nothing where there is none. */
export function ProviderButtons({ to, children }: ProviderButtonsProps): ReactElement | null {
  const { data: info } = useQuery(sessionInfoQuery)
  if (!info || (info.identityProviders.length === 0 && !children)) return null
  const pages = { success: `${providerReturnPath}?${new URLSearchParams({ to })}`, failure: "/sign-in" }
  return (
    <div className="mt-4 grid gap-3">
      <p className="flex items-center gap-4 text-sm text-ink-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
      {children}
      {info.identityProviders.map(({ name, title }) => (
        <a key={name} href={providerHref(name, pages)} className={buttonLook({ variant: "secondary", wide: true })}>
          <ProviderLogo name={name} />
          Continue with {title}
        </a>
      ))}
      <p className="text-sm text-ink-soft">
        If you are new here, this makes your account: you say that you are 16 or older and accept the{" "}
        <TextLink to="/terms">terms of use</TextLink>.
      </p>
    </div>
  )
}
