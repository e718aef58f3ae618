import { buildDocuments as writeDocuments } from "#server/features/academy/learning/written-documents.ts"

/**
 * Writes the academy's PDFs into `dist/documents` when what they say or how they look has changed. Their links lead to
 * PUBLIC_URL; a server with another address writes its own when they are first asked for.
 */
export async function buildDocuments(): Promise<void> {
  const { PUBLIC_URL, PORT } = process.env
  const written = await writeDocuments(PUBLIC_URL?.trim().replace(/\/+$/, "") || `http://localhost:${PORT || 3000}`)
  if (written > 0) process.stdout.write(`Written: ${written} documents of the academy.\n`)
}
