import { HostedImage } from "#contract/product/image-host.ts"
import { ApiError, readFailure } from "#web/lib/api-error.ts"

/** The image host's address here; cloud and preset are names of ours. */
const uploadPath = "/v1_1/aworan/image/upload"

/**
 * Uploads one photo and tells how far it is. Not `fetch`, which cannot tell how much was sent.
 * @param onShare gets 0 to 1
 * @throws ApiError; an AbortError when `signal` cancels it
 */
export function uploadPhoto(
  file: File,
  { signal, onShare }: { signal: AbortSignal; onShare: (share: number) => void },
): Promise<HostedImage> {
  return new Promise((resolve, reject) => {
    const form = new FormData()
    form.append("upload_preset", "photos")
    form.append("cloud_name", "aworan")
    form.append("file", file, file.name)
    const request = new XMLHttpRequest()
    request.open("POST", new URL(uploadPath, location.origin))
    request.responseType = "json"
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const answer = HostedImage.safeParse(request.response)
      if (request.status < 400 && answer.success) resolve(answer.data)
      else reject(readFailure(request.status, request.response))
    }
    request.onerror = () =>
      reject(new ApiError({ message: "The upload broke off. Check your connection.", type: "no_answer", code: 0 }))
    request.onabort = () => reject(new DOMException("The upload was cancelled.", "AbortError"))
    signal.addEventListener("abort", () => request.abort())
    request.send(form)
  })
}
