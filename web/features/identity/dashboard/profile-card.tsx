import type { ReactElement } from "react"
import { Link } from "react-router"
import type { CurrentUser } from "#web/lib/session/session.ts"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Avatar } from "#web/ui/media/avatar.tsx"

/** Image, e-mail and stage in capitals; leads to /app (docs/product-rules.md#screens). */
export function ProfileCard({ user }: { user: CurrentUser }): ReactElement {
  return (
    <Link
      to="/app"
      className="flex min-w-0 items-center gap-4 rounded-card border border-line bg-surface p-4 transition-colors hover:border-line-strong"
    >
      <Avatar name={user.name} imageUrl={user.imageUrl} className="size-14 text-lg" />
      <span className="grid min-w-0 justify-items-start gap-1.5">
        <span className="w-full truncate font-medium">{user.email}</span>
        <Badge tone="ochre">{user.stage.toUpperCase()}</Badge>
      </span>
    </Link>
  )
}
