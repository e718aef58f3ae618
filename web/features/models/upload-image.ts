import { HostedImage, uploadImage } from "#contract/product/image-host.ts"
import { ApiError, noAnswer, readFailure } from "#web/lib/api-error.ts"

/** Names of the cloud and the preset, which the image host leaves to its callers. */
const cloud = "aworan"
const preset = "training"

/**
 * Uploads one picture to the image host.
 * @param onProgress gets 0 to 1 while it goes up
 * @returns its address
 * @throws ApiError
 */
export function uploadToHost(file: File, onProgress: (share: number) => void): Promise<string> {
  const form = new FormData()
  form.append("upload_preset", preset)
  form.append("file", file, file.name)
  return new Promise((resolve, reject) => {
    // Only this kind of request tells how much of a body is up.
    const request = new XMLHttpRequest()
    request.open(uploadImage.method, uploadImage.path.replace(":cloud_name", cloud))
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(noAnswer())
    request.onload = () => {
      const answer = readAnswer(request.responseText)
      if (request.status >= 400) return reject(readFailure(request.status, answer))
      const image = HostedImage.safeParse(answer)
      if (image.success) resolve(image.data.secure_url)
      else
        reject(
          new ApiError({ message: "The answer could not be read.", type: "general_unknown", code: request.status }),
        )
    }
    request.send(form)
  })
}

function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
