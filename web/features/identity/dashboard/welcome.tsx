import type { ReactElement } from "react"
import { type CurrentUser, greetingName } from "#web/lib/session/session.ts"
import { ProfileCard } from "./profile-card.tsx"

/** The first lines of every dashboard: who is greeted and, on wide screens, who they are here. */
export function Welcome({ user }: { user: CurrentUser }): ReactElement {
  return (
    <header className="flex items-center justify-between gap-x-10 lg:min-h-24">
      <h1 className="text-3xl">Welcome {greetingName(user.name)}</h1>
      <div className="hidden w-96 shrink-0 lg:block">
        <ProfileCard user={user} />
      </div>
    </header>
  )
}
