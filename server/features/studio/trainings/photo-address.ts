import { imagesBucketId, viewPath } from "#contract/hosted/files.ts"
import { projectId } from "#contract/project.ts"
import { AppError } from "#server/platform/errors.ts"

/** @returns the id of the file behind an address of ours, however its end was spelt. @throws AppError `document_invalid_structure` */
export function readFileId(publicUrl: string, address: string): string {
  const path = address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : address
  const [before = "", after = ""] = viewPath(imagesBucketId, "@", projectId).split("@")
  const [id = "", ...more] = path.startsWith(before) ? path.slice(before.length).split("/") : []
  const [action] = (more[0] ?? "").split("?")
  if (!/^[a-zA-Z0-9][\w.-]{0,35}$/.test(id) || more.length !== 1 || !after.startsWith(`/${action}?`)) throw notOwn()
  return id
}

/** What is thrown for an address that is not one of the person's own pictures. */
export function notOwn(): AppError {
  return invalid("images", "Every image must be the address of a picture you uploaded.")
}

/** What is thrown for one attribute of a training. */
export function invalid(attribute: string, message: string): AppError {
  return new AppError(
    "document_invalid_structure",
    `Invalid document structure: the attribute "${attribute}": ${message}`,
  )
}
