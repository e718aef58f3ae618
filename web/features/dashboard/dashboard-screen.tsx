import type { ReactElement } from "react"
import { useSession } from "#web/lib/session.ts"
import { AppliedView } from "./applied-view.tsx"
import { chooseView } from "./choose-view.ts"
import { FusionView } from "./fusion-view.tsx"
import { OtherPrograms } from "./other-programs.tsx"
import { ProspectView } from "./prospect-view.tsx"
import { StudioHome } from "./studio-home.tsx"
import { useFusionLink } from "./use-fusion-link.ts"
import { WaitingView } from "./waiting-view.tsx"

const views = { prospect: ProspectView, applied: AppliedView, fusion: FusionView, waiting: WaitingView }

/** /app: the studio home, and below it one of four views by program and stage. */
export function DashboardScreen(): ReactElement {
  const user = useSession()
  useFusionLink(user)
  const name = chooseView(user)
  const View = views[name]
  if (name === "waiting") return <View user={user} />
  return (
    <div className="grid gap-12">
      <StudioHome user={user} />
      <View user={user} />
      <OtherPrograms />
    </div>
  )
}
