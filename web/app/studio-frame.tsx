import { useQuery } from "@tanstack/react-query"
import { type ReactElement, useEffect } from "react"
import { Outlet } from "react-router"
import { product } from "#contract/product/brand.ts"
import { accountEvents } from "#web/features/account/events.ts"
import { billingEvents } from "#web/features/billing/events.ts"
import { galleryEvents } from "#web/features/galleries/events.ts"
import { photoEvents } from "#web/features/photos/events.ts"
import { studioEvents } from "#web/features/studio/events.ts"
import { OrderTray } from "#web/features/studio/order-tray.tsx"
import { balanceEvents } from "#web/lib/balance.ts"
import { hasPlace, journeyEvents, journeyQuery } from "#web/lib/journey.ts"
import { modelEvents } from "#web/lib/models.ts"
import { readPreferences, useSavePreference } from "#web/lib/preferences.ts"
import { type Listener, useRealtime } from "#web/lib/realtime.ts"
import { sessionEvents, useSession } from "#web/lib/session.ts"
import { useOnline } from "#web/lib/use-online.ts"
import { setTheme } from "#web/ui/use-theme.ts"
import { AccountMenu } from "./account-menu.tsx"
import { BalanceChip } from "./balance-chip.tsx"
import { ConnectionBar } from "./connection-bar.tsx"
import { Guard } from "./guard.tsx"
import { StudioShell } from "./layouts/studio-shell.tsx"
import { ProofDialog } from "./proof-dialog.tsx"
import { learnItem, studioItems } from "./studio-items.ts"
import { ThemeMenu } from "./theme-menu.tsx"
import { useClaimTry } from "./use-claim-try.ts"
import { useFirstDownload } from "./use-first-download.ts"
import { useSharedSession } from "./use-shared-session.ts"
import { VerifyNotice } from "./verify-notice.tsx"

const listeners: readonly Listener[] = [
  ...sessionEvents,
  ...billingEvents,
  ...balanceEvents,
  ...photoEvents,
  ...studioEvents,
  ...modelEvents,
  ...galleryEvents,
  ...accountEvents,
  ...journeyEvents,
]

/** The signed-in area: let in by the guard, framed by the studio's shell, kept true by realtime. */
export function StudioFrame(): ReactElement {
  return (
    <Guard remembersPath>
      <Studio />
    </Guard>
  )
}

function Studio(): ReactElement {
  const { id, prefs, isEmailVerified, program } = useSession()
  const { theme, sidebar } = readPreferences(prefs)
  const save = useSavePreference()
  // Whoever has a place applied for a program once; nobody else is asked about.
  const { data: isLearner } = useQuery({ ...journeyQuery, enabled: program !== "", select: hasPlace })
  useRealtime(id, listeners)
  useSharedSession()
  useFirstDownload(prefs)
  useClaimTry()
  const isOnline = useOnline()
  useEffect(() => {
    if (theme) setTheme(theme)
  }, [theme])
  return (
    <StudioShell
      productName={product.name}
      homePath="/app"
      items={isLearner ? [...studioItems, learnItem] : studioItems}
      tools={
        <>
          <OrderTray />
          <BalanceChip />
          <ThemeMenu />
          <AccountMenu />
        </>
      }
      notice={
        <>
          <ConnectionBar />
          {!isEmailVerified && isOnline && <VerifyNotice />}
        </>
      }
      isNarrow={sidebar === "narrow"}
      onFold={(isNarrow) => save({ sidebar: isNarrow ? "narrow" : "wide" })}
    >
      <Outlet />
      <ProofDialog />
    </StudioShell>
  )
}
