import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { product } from "#contract/brand.ts"
import { resourceFiles, studyKitItems } from "#contract/catalogue/learning.ts"
import type { Program } from "#contract/catalogue/program.ts"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { readMarkdown } from "#server/platform/documents/markdown.ts"
import { type PdfText, writePdf } from "#server/platform/documents/pdf.ts"
import { brochureOf } from "./brochure.ts"
import { readContent } from "./content-files.ts"

/** Names of the documents written from Markdown, each of which has a guarded address. */
export const courseDocuments: readonly string[] = [...studyKitItems, ...resourceFiles].map(({ file }) => file)

/** The program whose brochure, which anybody may read, has this address. */
export function programOfBrochure(address: string): Program | undefined {
  return openPrograms.find(({ brochure_link }) => brochure_link === address)
}

/** Where a build leaves them. */
export const documentsDir = fileURLToPath(new URL("../../../../dist/documents", import.meta.url))

/** What a document looks like is decided by these files, and by the packages that `package.json` names. */
const writers = ["pdf.ts", "pdf-text.ts", "pdf-table.ts", "qr-path.ts", "../../../package.json"].map(
  (file) => new URL(`../../../platform/documents/${file}`, import.meta.url),
)

/** @param name of a course document, or the address of a brochure @param site address of the installation */
function textOf(name: string, site: string): PdfText {
  const program = programOfBrochure(name)
  if (program) return brochureOf(program, site)
  const { title, subtitle, body } = readContent(`documents/${name.replace(/\.pdf$/, ".md")}`)
  return { title, subtitle, publisher: `${product.name} Academy`, site, blocks: readMarkdown(body) }
}

/** The file a text is kept in: its name changes with everything that the file says and how it looks. */
function fileNameOf(name: string, text: PdfText): string {
  const hash = createHash("sha256").update(JSON.stringify(text))
  for (const file of writers) hash.update(readFileSync(file))
  const base = name.replace(/^.*\//, "").replace(/\.pdf$/, "")
  return `${base}.${hash.digest("hex").slice(0, 16)}.pdf`
}

/** Writes what is not there yet, and takes away what nothing leads to any more. @returns how many were written */
export async function buildDocuments(site: string, dir = documentsDir): Promise<number> {
  mkdirSync(dir, { recursive: true })
  const there = new Set(readdirSync(dir))
  let written = 0
  for (const name of [...courseDocuments, ...openPrograms.map(({ brochure_link }) => brochure_link)]) {
    const text = textOf(name, site)
    const file = fileNameOf(name, text)
    if (there.delete(file)) continue
    // Under its name only when it is whole: whoever looks for it takes what is there.
    const part = join(dir, `${file}.part`)
    writeFileSync(part, await writePdf(text))
    renameSync(part, join(dir, file))
    written += 1
  }
  for (const file of there) rmSync(join(dir, file), { force: true })
  return written
}

const opened = new Map<string, Promise<Buffer>>()

/** A document as the build left it. Where it was built for another address it is written anew, once a process. */
export function readDocument(name: string, site: string): Promise<Buffer> {
  const key = `${name} ${site}`
  const known = opened.get(key)
  if (known) return known
  const bytes = openDocument(textOf(name, site), name)
  opened.set(key, bytes)
  bytes.catch(() => opened.delete(key))
  return bytes
}

async function openDocument(text: PdfText, name: string): Promise<Buffer> {
  const path = join(documentsDir, fileNameOf(name, text))
  return existsSync(path) ? readFileSync(path) : writePdf(text)
}
