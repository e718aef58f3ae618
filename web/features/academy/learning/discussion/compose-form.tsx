import { useMutation, useQueryClient } from "@tanstack/react-query"
import { ImagePlus, X } from "lucide-react"
import { type FormEvent, type ReactElement, useId, useState } from "react"
import { discussionLimits } from "#contract/academy/discussions.ts"
import { imagesBucketId } from "#contract/hosted/files.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { pictureTypes } from "#web/lib/photos/prepare-photo.ts"
import { uploadFile } from "#web/lib/photos/upload-file.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"

/** What was written, with its pictures as own uploads. */
export interface Composed {
  title: string
  text: string
  pictures: { bucketId: typeof imagesBucketId; fileId: string }[]
}

interface ComposeFormProps {
  /** Of the words. */
  label: string
  button: string
  hasTitle?: boolean
  /** What is changed; pictures stay as they are then. */
  before?: string
  /** Names that can be mentioned. */
  people: readonly string[]
  onSend: (composed: Composed) => Promise<unknown>
  onCancel?: () => void
}

/** Words, pictures and names for a discussion. */
export function ComposeForm(props: ComposeFormProps): ReactElement {
  const { label, button, hasTitle = false, before, people, onSend, onCancel } = props
  const [title, setTitle] = useState("")
  const [text, setText] = useState(before ?? "")
  const [files, setFiles] = useState<readonly File[]>([])
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: async () => {
      const pictures: Composed["pictures"] = []
      for (const file of files) {
        const { fileId } = await uploadFile(queries, file)
        pictures.push({ bucketId: imagesBucketId, fileId })
      }
      await onSend({ title, text, pictures })
    },
    onSuccess: () => {
      setTitle("")
      setText("")
      setFiles([])
    },
  })
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    send.mutate()
  }
  const isEmpty = text.trim() === "" || (hasTitle && title.trim().length < 3)
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-1">
      {hasTitle && (
        <TextField
          label="Title"
          value={title}
          maxLength={discussionLimits.title}
          onChange={(event) => setTitle(event.target.value)}
        />
      )}
      <TextareaField
        label={label}
        hint="**Bold**, lists and links as in Markdown."
        rows={4}
        value={text}
        maxLength={discussionLimits.text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap items-end gap-3">
        {people.length > 0 && (
          <SelectField
            label="Mention somebody"
            optional="unsaid"
            placeholder="Choose a name"
            choices={people.map((name) => ({ value: name, label: name }))}
            value=""
            onChange={(event) => {
              const name = event.target.value
              if (name !== "") setText(`${text}${text === "" || /\s$/.test(text) ? "" : " "}@${name} `)
            }}
            className="min-w-0 grow sm:max-w-60"
          />
        )}
        {before === undefined && (
          <PicturePicker
            room={discussionLimits.pictures - files.length}
            onPick={(picked) => setFiles([...files, ...picked].slice(0, discussionLimits.pictures))}
          />
        )}
      </div>
      {files.length > 0 && (
        <ul aria-label="Pictures" className="grid gap-2">
          {files.map((file) => (
            <li key={`${file.name}-${file.lastModified}`} className="flex items-center gap-3">
              <span className="min-w-0 grow truncate">{file.name}</span>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Remove ${file.name}`}
                onClick={() => setFiles(files.filter((one) => one !== file))}
              >
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FormTrouble message={send.error ? messageOf(send.error, noAnswerMessage) : undefined} />
      <div className="flex flex-wrap gap-3 pt-2">
        <Button type="submit" disabled={isEmpty} busy={send.isPending}>
          {button}
        </Button>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

/** Adds pictures; a box of its own would be larger than what is written. */
function PicturePicker({ room, onPick }: { room: number; onPick: (files: File[]) => void }): ReactElement | null {
  const id = useId()
  if (room <= 0) return null
  return (
    <span className="relative inline-flex min-h-12 sm:mb-8 items-center gap-2 rounded-control border border-line-strong px-4 font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo">
      <ImagePlus aria-hidden="true" className="size-5" />
      <label htmlFor={id}>Add pictures</label>
      <input
        id={id}
        type="file"
        multiple
        accept={Object.keys(pictureTypes).join(",")}
        onChange={(event) => {
          onPick([...(event.target.files ?? [])])
          event.target.value = ""
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0 file:cursor-pointer"
      />
    </span>
  )
}
