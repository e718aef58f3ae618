import { imagesBucketId, type StoredFile, viewPath } from "#contract/hosted/files.ts"
import { projectId } from "#contract/project.ts"
import { picturePath, uploadPreviewPath } from "#web/lib/photos/picture-path.ts"

/** Where an upload is seen whole, on this site. */
export function uploadPath({ $id }: StoredFile): string {
  return picturePath(viewPath(imagesBucketId, $id, projectId))
}

/** A small copy of an upload. @param width pixels */
export function uploadPreview(file: StoredFile, width: number): string {
  return uploadPreviewPath(uploadPath(file), width)
}

/** Pixels, of which only the ratio counts; a square where nobody knows. */
export function shapeOf({ width, height }: StoredFile): { width: number; height: number } {
  return width && height ? { width, height } : { width: 1, height: 1 }
}
