import { statSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { sampleLesson } from "#contract/catalogue/learning.ts"
import type { Services } from "#server/declarations/services.ts"
import { readMarkdown } from "#server/platform/documents/markdown.ts"
import { AppError } from "#server/platform/errors.ts"
import { readContent } from "./content-files.ts"
import { courseDocuments, programOfBrochure, readDocument } from "./written-documents.ts"

/** A file of the course: its bytes or where they lie, and what they are. */
export type DocumentFile = { mimeType: string; byteSize: number } & ({ bytes: Buffer } | { path: string })

const media = new Map<string, string>([
  ...sampleLesson.versions.map(({ file, mimeType }) => [file, mimeType] as const),
  [sampleLesson.captions, "text/vtt; charset=utf-8"],
])

/** @throws AppError `not_found` for anything that is not one of the course's files */
export async function openDocument(s: Pick<Services, "config">, file: string): Promise<DocumentFile> {
  if (courseDocuments.includes(file)) return openWritten(s, file)
  const mimeType = media.get(file)
  if (!mimeType) throw new AppError("not_found", "There is no such file.")
  const path = fileURLToPath(new URL(`./content/media/${file}`, import.meta.url))
  return { mimeType, byteSize: statSync(path).size, path }
}

/** @param address of the brochure @throws AppError `not_found` for what is not one */
export async function openBrochure(s: Pick<Services, "config">, address: string): Promise<DocumentFile> {
  if (!programOfBrochure(address)) throw new AppError("not_found", "There is no such brochure.")
  return openWritten(s, address)
}

async function openWritten({ config }: Pick<Services, "config">, name: string): Promise<DocumentFile> {
  const bytes = await readDocument(name, config.publicUrl)
  return { mimeType: "application/pdf", byteSize: bytes.length, bytes }
}

/** The words of the sample lesson, to read instead of watching it. */
export function sampleLessonText() {
  return readMarkdown(readContent("documents/sample-lesson.md").body)
}
