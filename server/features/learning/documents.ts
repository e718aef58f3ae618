import { statSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { resourceFiles, sampleLesson, studyKitItems } from "#contract/catalogue/learning.ts"
import { product } from "#contract/product/brand.ts"
import { AppError } from "#server/platform/errors.ts"
import { readMarkdown } from "#server/platform/markdown.ts"
import { writePdf } from "#server/platform/pdf.ts"
import { readContent } from "./content-files.ts"

/** A file of the course: its bytes or where they lie, and what they are. */
export type DocumentFile = { mimeType: string; byteSize: number } & ({ bytes: Buffer } | { path: string })

const texts = new Set<string>([...studyKitItems, ...resourceFiles].map(({ file }) => file))
const media = new Map<string, string>([
  ...sampleLesson.versions.map(({ file, mimeType }) => [file, mimeType] as const),
  [sampleLesson.captions, "text/vtt; charset=utf-8"],
])

const written = new Map<string, Promise<Buffer>>()

/** The PDF of a written document; made once a process. */
function pdfOf(file: string): Promise<Buffer> {
  const known = written.get(file)
  if (known) return known
  const { title, subtitle, body } = readContent(`documents/${file.replace(/\.pdf$/, ".md")}`)
  const made = writePdf({ title, subtitle, publisher: `${product.name} Academy`, blocks: readMarkdown(body) })
  written.set(file, made)
  made.catch(() => written.delete(file))
  return made
}

/** @throws AppError `not_found` for anything that is not one of the course's files */
export async function openDocument(file: string): Promise<DocumentFile> {
  if (texts.has(file)) {
    const bytes = await pdfOf(file)
    return { mimeType: "application/pdf", byteSize: bytes.length, bytes }
  }
  const mimeType = media.get(file)
  if (!mimeType) throw new AppError("not_found", "There is no such file.")
  const path = fileURLToPath(new URL(`./content/media/${file}`, import.meta.url))
  return { mimeType, byteSize: statSync(path).size, path }
}

/** The words of the sample lesson, to read instead of watching it. */
export function sampleLessonText() {
  return readMarkdown(readContent("documents/sample-lesson.md").body)
}
