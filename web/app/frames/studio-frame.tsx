import { useQuery } from "@tanstack/react-query"
import { type ReactElement, useEffect, useState } from "react"
import { Outlet, useLocation } from "react-router"
import { product } from "#contract/brand.ts"
import { ConnectionBar } from "#web/app/connection/connection-bar.tsx"
import { useFirstDownload } from "#web/app/connection/use-first-download.ts"
import { bottomItems, learnItem, studioItems } from "#web/app/layouts/studio-items.ts"
import type { StudioItem } from "#web/app/layouts/studio-navigation.tsx"
import { StudioShell } from "#web/app/layouts/studio-shell.tsx"
import { Guard } from "#web/app/session/guard.tsx"
import { ProofDialog } from "#web/app/session/proof-dialog.tsx"
import { DataSaverSwitch } from "#web/content/data-saver-switch.tsx"
import { hasPlace, journeyQuery } from "#web/lib/academy/journey.ts"
import { useOnline } from "#web/lib/page/use-online.ts"
import { readPreferences, useSavePreference } from "#web/lib/session/preferences.ts"
import { useSession } from "#web/lib/session/session.ts"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"
import { setTheme } from "#web/ui/theme/use-theme.ts"
import { BalanceChip } from "./balance-chip.tsx"
import { BellRoom } from "./bell-room.tsx"
import { HelpAndAccount } from "./help-and-account.tsx"
import { VerifyNotice } from "./verify-notice.tsx"

const loadLazy = async () => (await import("./lazy-studio.tsx")).LazyStudio
const loadConsole = async () => (await import("./console-rail.tsx")).ConsoleRail

/** The signed-in area: let in by the guard, framed by the studio's shell, kept true by realtime. */
export function StudioFrame(): ReactElement {
  return (
    <Guard remembersPath>
      <Studio />
    </Guard>
  )
}

function Studio(): ReactElement {
  const { id, prefs, isEmailVerified, program, hasEnded } = useSession()
  const { theme, sidebar } = readPreferences(prefs)
  const save = useSavePreference()
  const { items, consoleRail } = useConsoleItems()
  // Whoever has a place applied for a program once; nobody else is asked about.
  const { data: isLearner = false } = useQuery({ ...journeyQuery, enabled: program !== "", select: hasPlace })
  useFirstDownload(prefs)
  const isOnline = useOnline()
  const { part: LazyStudio, want } = useLazyPart(loadLazy)
  useEffect(want, [want])
  useEffect(() => {
    if (theme) setTheme(theme)
  }, [theme])
  return (
    <StudioShell
      productName={product.name}
      homePath="/app"
      area={items ? "Console" : "Studio"}
      items={items ?? (isLearner ? [...studioItems, learnItem] : studioItems)}
      bottomItems={items ? undefined : bottomItems(isLearner, program !== "")}
      tools={
        <>
          {consoleRail}
          {/* The bell's room is kept, so that nothing moves when it comes. */}
          {LazyStudio ? <LazyStudio userId={hasEnded ? "" : id} /> : <BellRoom />}
          <BalanceChip />
          <HelpAndAccount />
        </>
      }
      sheetEnd={<DataSaverSwitch className="mx-3 mt-4 border-t border-line pt-4" />}
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

/**
 * The rail of the console while an operator is in it, which nobody else waits for; empty until it is known, so that nothing else
 * stands there before, and null everywhere else.
 */
function useConsoleItems(): { items: readonly StudioItem[] | null; consoleRail: ReactElement | null } {
  const isConsole = /^\/operator(\/|$)/.test(useLocation().pathname)
  const [items, setItems] = useState<readonly StudioItem[] | null>([])
  const { part: ConsoleRail, want } = useLazyPart(loadConsole)
  useEffect(() => {
    if (isConsole) want()
  }, [isConsole, want])
  if (!isConsole) return { items: null, consoleRail: null }
  return { items, consoleRail: ConsoleRail ? <ConsoleRail onItems={setItems} /> : null }
}
