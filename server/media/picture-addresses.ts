import { imagesBucketId, smallPreview, viewPath } from "#contract/hosted/files.ts"
import { projectId } from "#contract/project.ts"

/** A picture of any of the three tables; `version` is 0 where there is none. */
interface StoredRef {
  source: "generations" | "photoshoots" | "files"
  id: string
  version: number
}

/** Where a picture and its small preview are, as paths on this site. */
export function addressesOf({ source, id, version }: StoredRef): { url: string; preview: string } {
  if (source === "files") {
    const url = viewPath(imagesBucketId, id, projectId)
    const { width, output, quality } = smallPreview
    return { url, preview: url.replace("/view?", `/preview?width=${width}&output=${output}&quality=${quality}&`) }
  }
  const path = `/${source === "generations" ? "pictures" : "photoshoots"}/${id}`
  const query = version > 0 ? `?v=${version}` : ""
  return { url: `${path}${query}`, preview: `${path}/320${query}` }
}
