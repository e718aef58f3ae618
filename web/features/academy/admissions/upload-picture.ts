import { uploadImage } from "#contract/hosted/image-host.ts"
import { ApiError, noAnswer, readFailure } from "#web/lib/calls/api-error.ts"
import { askInSession } from "#web/lib/calls/ended-session.ts"
import { asSeen } from "#web/lib/photos/as-seen.ts"

/** Sends a picture to be kept. @returns its id @throws ApiError, also when `signal` ends it */
export function uploadPicture(file: File, signal: AbortSignal): Promise<string> {
  return askInSession(() => send(file, signal))
}

async function send(file: File, signal: AbortSignal): Promise<string> {
  const form = new FormData()
  form.set("file", await asSeen(file))
  form.set("upload_preset", "assessment")
  const address = uploadImage.path.replace(":cloud_name", "aworan")
  const response = await fetch(address, { method: "POST", body: form, credentials: "same-origin", signal }).catch(
    () => {
      throw noAnswer()
    },
  )
  const answer: unknown = await response.json().catch(() => null)
  if (response.status >= 400) throw readFailure(response.status, answer)
  const picture = uploadImage.reply.safeParse(answer)
  if (picture.success) return picture.data.public_id
  throw new ApiError({ message: "The picture could not be read.", type: "general_unknown", code: response.status })
}
