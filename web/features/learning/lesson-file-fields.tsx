import { useMutation } from "@tanstack/react-query"
import { X } from "lucide-react"
import type { ReactElement } from "react"
import { documentEndings, imagesBucketId, mediaEndings, viewPath } from "#contract/hosted/files.ts"
import { projectId } from "#contract/hosted/project.ts"
import type { LessonFile } from "#contract/product/teaching.ts"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { uploadFile } from "#web/lib/upload-file.ts"
import { Button } from "#web/ui/button.tsx"
import { Dropzone } from "#web/ui/dropzone.tsx"
import { FormTrouble } from "#web/ui/form-trouble.tsx"
import { TextField } from "#web/ui/text-field.tsx"

/** What a lesson may have: pictures go into its text, everything else below it. */
const accept: Record<string, string[]> = {
  "image/*": [],
  "application/octet-stream": [...documentEndings, ...mediaEndings].map((ending) => `.${ending}`),
}

interface LessonFileFieldsProps {
  files: readonly LessonFile[]
  onFiles: (files: LessonFile[]) => void
  /** Words of the text for a picture that was added. */
  onPicture: (markdown: string) => void
}

/** Pictures for a lesson's text, and sounds, films and documents below it with their titles. */
export function LessonFileFields({ files, onFiles, onPicture }: LessonFileFieldsProps): ReactElement {
  const add = useMutation({
    mutationFn: async (added: readonly File[]) => {
      const below: LessonFile[] = []
      for (const file of added) {
        const { bucketId, fileId } = await uploadFile(file)
        const title = file.name.replace(/\.[^.]*$/, "")
        if (bucketId === imagesBucketId) onPicture(`![${title}](${viewPath(bucketId, fileId, projectId)})`)
        else below.push({ bucketId, fileId, title: title.length < 2 ? "File" : title.slice(0, 120) })
      }
      if (below.length > 0) onFiles([...files, ...below])
    },
  })
  return (
    <fieldset className="grid gap-3 pb-4">
      <legend className="mb-2 font-medium">Pictures and files</legend>
      <Dropzone
        label={add.isPending ? "Uploading…" : "Add a picture, sound, film or document"}
        hint="Pictures go to the end of the text; say there in words what they show. Up to 15 MB each; a second, smaller film is for slow connections."
        accept={accept}
        disabled={add.isPending}
        onFiles={(added) => add.mutate(added)}
      />
      <FormTrouble message={add.error ? messageOf(add.error, noAnswerMessage) : undefined} />
      {files.map((file, index) => (
        <div key={file.fileId} className="flex items-start gap-2">
          <div className="min-w-0 grow">
            <TextField
              label={`Title of file ${index + 1}`}
              value={file.title}
              maxLength={120}
              onChange={(event) =>
                onFiles(files.map((old, at) => (at === index ? { ...old, title: event.target.value } : old)))
              }
            />
          </div>
          <Button
            variant="quiet"
            size="icon"
            className="mt-7"
            aria-label={`Remove ${file.title}`}
            onClick={() => onFiles(files.filter((_, at) => at !== index))}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
    </fieldset>
  )
}
