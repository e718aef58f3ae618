import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { NavLink, Outlet, useLocation } from "react-router"
import { mayOperate, type OperatorRight } from "#contract/identity/operator-rights.ts"
import { ownRoleQuery } from "#web/lib/session/own-role.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"

const pages: readonly { right: OperatorRight; to: string; label: string; end: boolean }[] = [
  { right: "admissions", to: "/operator/admissions", label: "Applications", end: true },
  { right: "admissions", to: "/operator/admissions/marking", label: "Marking", end: false },
  { right: "admissions", to: "/operator/admissions/slots", label: "Interviews", end: false },
  { right: "cohorts.see", to: "/operator/admissions/cohorts", label: "Cohorts", end: false },
]

/** Around the pages of the people who admit; everybody else is told that this is not for them. */
export function AdminFrame(): ReactElement {
  const { data, isPending } = useQuery(ownRoleQuery)
  const { pathname } = useLocation()
  if (isPending) return <Skeleton className="h-80" />
  const role = data?.role ?? null
  const open = pages.filter(({ right }) => mayOperate(role, right))
  if (!open.some(({ to, end }) => (end ? true : pathname.startsWith(to)))) {
    return (
      <>
        <h1 className="sr-only">Admissions</h1>
        <EmptyState
          title="This is for the people who admit"
          text="Sign in with an account that has the role admissions or owner."
          action={<LinkButton to="/app">Dashboard</LinkButton>}
        />
      </>
    )
  }
  return (
    <div className="grid gap-8">
      <nav aria-label="Admissions" className="scrolls-aside flex overflow-x-auto border-b border-line sm:gap-1">
        {open.map(({ to, label, end }) => (
          <NavLink
            key={to}
            to={to}
            end={end}
            className={({ isActive }) =>
              classNames(
                "-mb-px flex min-h-11 shrink-0 items-center border-b-2 px-2 font-medium sm:px-4",
                isActive ? "border-indigo text-indigo" : "border-transparent text-ink-soft hover:text-ink",
              )
            }
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}
