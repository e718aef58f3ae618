import { type ReactElement, useEffect, useLayoutEffect, useState } from "react"
import { isRouteErrorResponse, useRouteError } from "react-router"
import { messages } from "#contract/messages.ts"
import { crashId, reportCrash } from "#web/lib/page/crash-report.ts"
import { takePrerendered } from "#web/lib/page/prerendered-prompt.ts"
import { Button } from "#web/ui/button/button.tsx"

/** In place of a page that failed while it was drawn: a mistake of ours, never a bad connection. We are told of it. */
export function ErrorScreen(): ReactElement {
  const error = useRouteError()
  const { message, details } = describe(error)
  const [id] = useState(() => crashId(error))
  const [copied, setCopied] = useState("")
  useEffect(() => reportCrash("screen", error, id), [error, id])
  useLayoutEffect(() => void takePrerendered(), [])
  const copy = async (): Promise<void> => {
    // Browsers offer the clipboard on secure pages only.
    const clipboard = navigator.clipboard as Clipboard | undefined
    if (!clipboard) return setCopied(messages.clipboardMissing)
    await clipboard.writeText(`Error ${id}\n${location.href}\n${navigator.userAgent}\n${details}`).then(
      () => setCopied("Copied."),
      () => setCopied(messages.copyFailed),
    )
  }
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-2xl content-center gap-6 p-6">
      <h1 className="text-3xl">{messages.applicationError}</h1>
      <p className="text-lg text-ink-soft">
        This page stopped working, and we have been told. Your pictures and credits are safe. Reload the page; if it
        happens again, send us the details.
      </p>
      <p className="text-ink-soft">
        Error <strong className="font-mono font-semibold text-ink select-all">{id}</strong>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>Reload</Button>
        <Button variant="secondary" onClick={() => void copy()}>
          Copy details
        </Button>
        <p role="status" className="self-center text-ink-soft">
          {copied}
        </p>
      </div>
      <details className="rounded-card border border-line bg-surface p-4">
        <summary className="min-h-6 cursor-pointer font-medium">{message}</summary>
        <pre className="mt-3 max-h-80 overflow-auto text-sm whitespace-pre-wrap">{details}</pre>
      </details>
    </main>
  )
}

function describe(error: unknown): { message: string; details: string } {
  if (isRouteErrorResponse(error)) {
    const message = `${error.status} ${error.statusText}`
    return { message, details: `${message}\n${String(error.data)}` }
  }
  if (error instanceof Error) return { message: error.message, details: error.stack ?? error.message }
  return { message: String(error), details: String(error) }
}
