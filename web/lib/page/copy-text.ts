import { messages } from "#contract/messages.ts"

/** Puts something on the clipboard. @returns whether it is there */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  return (
    (await clipboard?.writeText(text).then(
      () => true,
      () => false,
    )) ?? false
  )
}

/** Puts a prompt on the clipboard. @returns whether it is there, and the fixed words that say so */
export async function copyPromptText(prompt: string): Promise<{ isCopied: boolean; message: string }> {
  // Browsers offer the clipboard on secure pages only.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard === undefined) return { isCopied: false, message: messages.clipboardMissing }
  return clipboard.writeText(prompt).then(
    () => ({ isCopied: true, message: messages.promptCopied }),
    () => ({ isCopied: false, message: messages.copyFailed }),
  )
}
