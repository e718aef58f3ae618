import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { Outlet } from "react-router"
import { ownRoleQuery } from "#web/lib/own-role.ts"
import { LinkButton } from "#web/ui/link-button.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"

/** Around everything of operators: a role that waits for a second factor is led to set it up. */
export function OperatorFrame(): ReactElement {
  const { data, isPending } = useQuery(ownRoleQuery)
  if (isPending) return <Skeleton className="h-80" />
  if (!data?.needsSecondFactor) return <Outlet />
  return (
    <div className="grid max-w-measure justify-items-start gap-6">
      <h1 className="text-3xl">Protect your role first</h1>
      <p className="text-lg text-ink-soft">
        You work here as {data.role}. Operators see other people's records, so they sign in with a code of an
        authenticator app as well. Setting it up takes a minute.
      </p>
      <LinkButton size="large" to="/account?to=/operator#two-step">
        Set up two-step sign-in
      </LinkButton>
    </div>
  )
}
