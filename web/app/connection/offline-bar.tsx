import { CloudOff } from "lucide-react"
import type { ReactElement } from "react"
import { useLocation } from "react-router"
import { useOnline } from "#web/lib/page/use-online.ts"

/** Pages whose forms keep what is typed into them on this device: prompts, the assessment, lessons. */
const storedPages = /^\/(?:app|generations\/flux(?:\/lora)?|generations-image|assessment|learn(?:\/.*)?)\/?$/

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
      {`You are offline.${age} ${
        storedPages.test(pathname)
          ? "What you typed is kept on this device."
          : "Keep this page open: what you type here is not saved."
      }`}
    </p>
  )
}
