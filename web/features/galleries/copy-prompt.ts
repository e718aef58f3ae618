import { messages } from "#contract/messages.ts"
import { notify } from "#web/ui/toast.tsx"

/** Puts a prompt on the clipboard and says how it went, in the fixed words (specification §8). */
export async function copyPrompt(prompt: string): Promise<void> {
  // Browsers offer the clipboard on secure pages only.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard === undefined) {
    notify.error(messages.clipboardMissing)
    return
  }
  try {
    await clipboard.writeText(prompt)
    notify.success(messages.promptCopied)
  } catch {
    notify.error(messages.copyFailed)
  }
}
