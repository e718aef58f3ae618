import type { ReactElement, ReactNode } from "react"
import { type CurrentUser, greetingName } from "#web/lib/session/session.ts"
import { classNames } from "#web/ui/theme/class-names.ts"
import { ProfileCard } from "./profile-card.tsx"

interface WelcomeProps {
  user: CurrentUser
  /** Shows the profile card on wide screens only, as the two welcome screens do. */
  isCardWideOnly?: boolean | undefined
  children?: ReactNode | undefined
}

/** The first lines of every dashboard: who is greeted, and who they are here. */
export function Welcome({ user, isCardWideOnly = false, children }: WelcomeProps): ReactElement {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-10 gap-y-6">
      <div className="grid gap-3">
        <h1 className="text-4xl">Welcome {greetingName(user.name)}</h1>
        {children}
      </div>
      <div className={classNames("w-full min-w-0 sm:w-96", isCardWideOnly && "hidden lg:block")}>
        <ProfileCard user={user} />
      </div>
    </header>
  )
}
