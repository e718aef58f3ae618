import type { ReactElement } from "react"
import { useSession } from "#web/lib/session.ts"
import { AppliedView } from "./applied-view.tsx"
import { chooseView } from "./choose-view.ts"
import { FusionView } from "./fusion-view.tsx"
import { ProspectView } from "./prospect-view.tsx"
import { WaitingView } from "./waiting-view.tsx"

const views = { prospect: ProspectView, applied: AppliedView, fusion: FusionView, waiting: WaitingView }

/** /app: one of four views, by program and stage (specification §2). */
export function DashboardScreen(): ReactElement {
  const user = useSession()
  const View = views[chooseView(user)]
  return <View user={user} />
}
