import { copyText } from "#web/lib/page/copy-text.ts"
import { openShareSheet } from "#web/lib/page/share-sheet.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Hands a link to the device's share sheet, or copies it where there is none. */
export async function shareLink(shared: { title: string; url: string }): Promise<void> {
  if ("share" in navigator) {
    await openShareSheet(shared).catch(() => notify.error("It could not be shared."))
    return
  }
  if (await copyText(shared.url)) notify.success("The link is copied")
  else notify.error("It could not be copied.")
}
