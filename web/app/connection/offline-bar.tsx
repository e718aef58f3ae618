import { CloudOff } from "lucide-react"
import type { ReactElement } from "react"
import { useLocation } from "react-router"
import { useOnline } from "#web/lib/page/use-online.ts"

/** Pages whose forms keep what is typed into them on this device: prompts, the assessment, lessons. */
const storedPages = /^\/(?:app|generations\/flux(?:\/lora)?|generations-image|assessment|learn(?:\/.*)?)\/?$/

/** Pages where what is ordered or saved waits in the outbox. */
const waitingPages = /^\/(?:shelf\/(?!shop|help|table)[^/]+|generations\/(?:photo-upscaling|bg-remover))\/?$/

/** Pages on which nothing is typed that could get lost. */
const readingPages =
  /^\/(?:generations|share|explore|category\/.*|[a-z]+-gallery|shelf(?:\/help)?|billing|payment\/.*|study-kits|program-resources)\/?$/

/** What becomes of what is done on a page without a connection. */
function fateAt(path: string): string {
  if (storedPages.test(path)) return " What you typed is kept on this device."
  if (waitingPages.test(path)) return " What you order or save here is sent once you are online."
  if (readingPages.test(path)) return ""
  if (path === "/training") return " Sending photos and training a model need a connection."
  return " Keep this page open: what you type here is not saved."
}

/**
 * A slim line while this device has no network, with what becomes of what was typed.
 * @param age says from when the page is, with a space before
 */
export function OfflineBar({ age = "" }: { age?: string }): ReactElement | null {
  const { pathname } = useLocation()
  if (useOnline()) return null
  return (
    <p
      role="status"
      className="flex items-center gap-3 border-b border-line bg-clay-wash px-4 py-2.5 text-ink sm:px-6 lg:px-10"
    >
      <CloudOff aria-hidden="true" className="size-5 shrink-0 text-clay" />
      {`You are offline.${age}${fateAt(pathname)}`}
    </p>
  )
}
