import { X } from "lucide-react"
import type { ReactElement } from "react"
import type { LessonFile } from "#contract/academy/teaching.ts"
import {
  bucketBytes,
  documentEndings,
  documentsBucketId,
  mediaEndings,
  sizeLimitWords,
} from "#contract/hosted/files.ts"
import { pictureTypes } from "#web/lib/photos/prepare-photo.ts"
import { holdsFile } from "#web/lib/photos/upload-file.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Dropzone } from "#web/ui/form/dropzone.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import type { LessonUploads } from "./use-lesson-uploads.ts"

/** What a lesson may have: pictures go into its text, everything else below it. */
const accept: Record<string, string[]> = {
  ...pictureTypes,
  "application/octet-stream": [...documentEndings, ...mediaEndings].map((ending) => `.${ending}`),
}

interface LessonFileFieldsProps {
  files: readonly LessonFile[]
  /** Gets what to make of the files that are there then: another may have arrived since these were shown. */
  onFiles: (change: (files: readonly LessonFile[]) => LessonFile[]) => void
  uploads: LessonUploads
}

/** Pictures for a lesson's text, and sounds, films and documents below it with their titles. */
export function LessonFileFields({ files, onFiles, uploads }: LessonFileFieldsProps): ReactElement {
  return (
    <fieldset className="grid gap-3 pb-4">
      <legend className="mb-2 font-medium">Pictures and files</legend>
      <Dropzone
        label={uploads.isPending ? "Uploading…" : "Add a picture, sound, film or document"}
        hint={`Pictures go to the end of the text; say there in words what they show. Up to ${sizeLimitWords(documentsBucketId)} each; a second, smaller film is for slow connections.`}
        accept={accept}
        holdsAccepted={holdsFile}
        maxBytes={bucketBytes[documentsBucketId]}
        disabled={uploads.isPending}
        onFiles={uploads.add}
      />
      <FormTrouble message={uploads.trouble} />
      {files.map(({ fileId, title }, index) => (
        <div key={fileId} className="flex items-start gap-2">
          <div className="min-w-0 grow">
            <TextField
              label={`Title of file ${index + 1}`}
              value={title}
              maxLength={120}
              onChange={({ target }) =>
                onFiles((all) => all.map((one) => (one.fileId === fileId ? { ...one, title: target.value } : one)))
              }
            />
          </div>
          <Button
            variant="quiet"
            size="icon"
            className="mt-7"
            aria-label={`Remove ${title}`}
            onClick={() => onFiles((all) => all.filter((one) => one.fileId !== fileId))}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
    </fieldset>
  )
}
