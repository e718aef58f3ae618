import { messages } from "#contract/messages.ts"
import { copyText } from "#web/lib/page/copy-text.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Puts a picture's whole address on the clipboard and says how it went. @param path on this site */
export async function copyAddress(path: string): Promise<void> {
  if (await copyText(new URL(path, location.href).href)) notify.success("Address copied")
  else notify.error(messages.copyFailed)
}
