import { imagesBucketId } from "#contract/hosted/files.ts"
import type { TextBlock } from "#contract/text-blocks.ts"
import type { Tx } from "#server/db/open.ts"
import type { LessonFile } from "#server/db/tables/learning.ts"
import { letOperatorsSee } from "#server/features/hosted/files/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { teachersOfAll } from "./teachers.ts"

/** Where a picture of a text lies that is an upload: as its uploader sees it. */
const pictureAddress = new RegExp(`^/v1/storage/buckets/${imagesBucketId}/files/([\\w.-]{1,36})/view(?:\\?|$)`)

/** The upload that a picture of a text is; null for a picture from elsewhere. */
function pictureId(block: TextBlock): string | null {
  return block.kind === "picture" ? (pictureAddress.exec(block.src)?.[1] ?? null) : null
}

/**
 * What comes with a lesson from now on: what it had already, and own uploads of who saves it, which teaching staff may
 * then see.
 * @throws AppError `general_argument_invalid` for anybody else's upload
 */
export async function collectFiles(
  tx: Tx,
  teacherId: string,
  sent: { blocks: readonly TextBlock[]; files: readonly Pick<LessonFile, "bucketId" | "fileId" | "title">[] },
  before: readonly LessonFile[],
): Promise<LessonFile[]> {
  const inText = [...new Set(sent.blocks.flatMap((block) => pictureId(block) ?? []))]
  const wanted = [
    ...inText.map((fileId) => ({ bucketId: imagesBucketId, fileId, title: "", isInText: true }) as const),
    ...sent.files.map((file) => ({ ...file, isInText: false })),
  ]
  const files: LessonFile[] = []
  for (const file of wanted) {
    const known = before.find(({ bucketId, fileId }) => bucketId === file.bucketId && fileId === file.fileId)
    const found = known ?? (await letOperatorsSee(tx, { ...file, accountId: teacherId, roles: teachersOfAll }))
    if (!found) {
      throw new AppError("general_argument_invalid", "One of the files is not an upload of yours. Please add it again.")
    }
    const { sequence, mimeType, byteSize } = found
    files.push({ ...file, sequence, mimeType, byteSize })
  }
  return files
}

/** Where learners get a lesson's file. */
function addressOf(lessonId: string, fileId: string): string {
  return `/learning/lessons/${lessonId}/files/${fileId}`
}

/** A lesson's text with its own pictures where learners may see them. */
export function withOwnPictures(
  lesson: { id: string; files: readonly LessonFile[] },
  blocks: readonly TextBlock[],
): TextBlock[] {
  return blocks.map((block) => {
    const id = pictureId(block)
    const isOwn = lesson.files.some(({ fileId }) => fileId === id)
    return id !== null && isOwn && block.kind === "picture" ? { ...block, src: addressOf(lesson.id, id) } : block
  })
}

/** What is offered below a lesson. */
export function offeredFiles(lesson: { id: string; files: readonly LessonFile[] }) {
  return lesson.files
    .filter(({ isInText }) => !isInText)
    .map(({ fileId, title, mimeType, byteSize }) => ({
      fileId,
      title,
      mimeType,
      byteSize,
      url: addressOf(lesson.id, fileId),
    }))
}
