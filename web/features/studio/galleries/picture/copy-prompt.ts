import { copyPromptText } from "#web/lib/page/copy-text.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Puts a prompt on the clipboard and says how it went. */
export async function copyPrompt(prompt: string): Promise<void> {
  const { isCopied, message } = await copyPromptText(prompt)
  if (isCopied) notify.success(message)
  else notify.error(message)
}
