import { isSignOutWaiting } from "#web/lib/calls/sign-out-flag.ts"
import { whenUsed } from "#web/lib/page/on-first-use.ts"
import { hasAhead, holdPrerendered } from "#web/lib/page/prerendered-prompt.ts"
import { askEarly } from "#web/lib/session/early-session.ts"
import { hasStoredSession } from "#web/lib/session/stored-session.ts"
import "#web/styles/app.css"

// zod asks whether it may write functions, and the content policy would report the question. To be said before it loads.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const root = document.getElementById("root")
if (!root) throw new Error("The page has no #root")

// What fails beside the screens: somebody has to hear of it.
addEventListener("error", ({ error }) => void reportError("error", error))
addEventListener("unhandledrejection", ({ reason }) => void reportError("rejection", reason))

async function reportError(kind: "error" | "rejection", error: unknown): Promise<void> {
  const { reportCrash } = await import("#web/lib/page/crash-report.ts").catch(() => ({ reportCrash: null }))
  reportCrash?.(kind, error)
}

async function open(page: HTMLElement): Promise<void> {
  for (const file of page.dataset.waits?.split(" ") ?? []) preload(file)
  const { openApp } = await import("#web/app/open-app.tsx")
  await openApp(page)
  delete page.dataset.waits
}

/** The page's own code is asked for beside what opens it, not after. */
function preload(file: string): void {
  const link = document.createElement("link")
  link.rel = "modulepreload"
  link.href = `/${file}`
  document.head.append(link)
}

/** Tells the server of somebody who signed out here without a connection; the next page tries again when it cannot. */
async function sendWaitingSignOut(): Promise<void> {
  const { sendSignOut } = await import("#web/lib/calls/waiting-sign-out.ts")
  await sendSignOut()
}

if (isSignOutWaiting()) sendWaitingSignOut().catch(() => undefined)

if (hasStoredSession()) {
  holdPrerendered()
  if (root.dataset.waits === undefined) askEarly(hasAhead())
}

// A ready page needs no code to be read. For people who signed in here it looks a little different.
if (root.dataset.waits !== undefined && !hasStoredSession()) whenUsed(() => open(root))
else open(root).catch((error: unknown) => sayNotLoaded(root, error))

/** Without its code there is nothing to show on an empty page but a way to try again. */
function sayNotLoaded(page: HTMLElement, error: unknown): void {
  console.error(error)
  if (page.firstElementChild !== null) return // a page that was built ahead can be read as it stands
  const words = document.createElement("p")
  words.textContent = "This page could not be loaded. Check your internet connection."
  const reload = document.createElement("button")
  reload.type = "button"
  reload.textContent = "Reload"
  reload.className = "mt-4 min-h-11 rounded-control border border-line-strong px-5"
  reload.addEventListener("click", () => location.reload())
  const box = document.createElement("main")
  box.className = "p-6"
  box.append(words, reload)
  if (hasAhead()) document.body.prepend(box)
  else page.append(box)
}
