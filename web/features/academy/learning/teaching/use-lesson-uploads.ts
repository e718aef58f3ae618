import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { LessonFile } from "#contract/academy/teaching.ts"
import { imagesBucketId, viewPath } from "#contract/hosted/files.ts"
import { projectId } from "#contract/project.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { uploadFile } from "#web/lib/photos/upload-file.ts"

interface LessonUploadsOptions {
  onFile: (file: LessonFile) => void
  /** Words of the text for a picture that was added. */
  onPicture: (markdown: string) => void
}

export interface LessonUploads {
  add: (files: readonly File[]) => void
  isPending: boolean
  /** Which files were not taken, and why. */
  trouble: string | undefined
}

/** Uploads what is added to a lesson. Each file is handed over as soon as it is here, whatever becomes of the others. */
export function useLessonUploads({ onFile, onPicture }: LessonUploadsOptions): LessonUploads {
  const queries = useQueryClient()
  const upload = async (file: File): Promise<void> => {
    const { bucketId, fileId } = await uploadFile(queries, file)
    const title = file.name.replace(/\.[^.]*$/, "")
    if (bucketId === imagesBucketId) onPicture(`![${title}](${viewPath(bucketId, fileId, projectId)})`)
    else onFile({ bucketId, fileId, title: title.length < 2 ? "File" : title.slice(0, 120) })
  }
  const { mutate, isPending, data } = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const troubles: string[] = []
      for (const file of files) {
        await upload(file).catch((error) => troubles.push(`${file.name}: ${messageOf(error, noAnswerMessage)}`))
      }
      return troubles
    },
  })
  return { add: mutate, isPending, trouble: data?.length ? data.join(" ") : undefined }
}
