/** What a dropzone accepts. */
export interface Limits {
  /** MIME type to file endings, such as `{ "image/*": [] }`. */
  accept?: Record<string, string[]> | undefined
  minBytes?: number | undefined
  maxBytes?: number | undefined
}

/** Why a file was refused, in the words of docs/product-rules.md#form-rules (the library has since changed its own). */
export function describeRefusal(code: string, fileName: string, limits: Limits): string {
  if (code === "too-many-files") return "Too many files"
  return `${fileName}: ${describeFault(code, limits)}`
}

function describeFault(code: string, { accept = {}, minBytes, maxBytes }: Limits): string {
  if (code === "file-too-large") return `File is larger than ${maxBytes} bytes`
  if (code === "file-too-small") return `File is smaller than ${minBytes} bytes`
  if (isPhotos(Object.keys(accept))) return "File type must be a photo, such as JPEG or PNG"
  const types = Object.entries(accept).flatMap(([type, endings]) => [type, ...endings])
  return `File type must be ${types.length > 1 ? `one of ${types.join(", ")}` : (types[0] ?? "known")}`
}

/** Whether photos are taken, and nothing else: a dozen types and endings would tell nobody more. */
function isPhotos(types: readonly string[]): boolean {
  return types.includes("image/jpeg") && types.every((type) => type.startsWith("image/"))
}
