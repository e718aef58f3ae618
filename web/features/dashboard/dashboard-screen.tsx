import type { ReactElement } from "react"
import { useSession } from "#web/lib/session.ts"
import { AppliedView } from "./applied-view.tsx"
import { chooseView } from "./choose-view.ts"
import { FusionView } from "./fusion-view.tsx"
import { ProspectView } from "./prospect-view.tsx"
import { useFusionLink } from "./use-fusion-link.ts"
import { WaitingView } from "./waiting-view.tsx"

const views = { prospect: ProspectView, applied: AppliedView, fusion: FusionView, waiting: WaitingView }

/** /app: one of four views, by program and stage. */
export function DashboardScreen(): ReactElement {
  const user = useSession()
  useFusionLink(user)
  const View = views[chooseView(user)]
  return <View user={user} />
}
