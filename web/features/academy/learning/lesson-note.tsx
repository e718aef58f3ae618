import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useRef, useState } from "react"
import { z } from "zod"
import { type Lesson, saveNote } from "#contract/academy/learning.ts"
import { noteCharacters } from "#contract/catalogue/learning.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { useDraft } from "./use-draft.ts"

interface LessonNoteProps {
  reader: string
  lesson: Lesson
}

/** What was typed and not saved, and the saved note it was typed on. */
const Typed = z.object({ text: z.string(), saved: z.string() })
type Typed = z.infer<typeof Typed>

/** A learner's own note beside a lesson: kept on this device while it is typed, and with the account when it is saved. */
export function LessonNote({ reader, lesson }: LessonNoteProps): ReactElement {
  const draft = useDraft(reader, `note-${lesson.id}`, Typed)
  if (draft.before === undefined) return <Skeleton className="h-56 max-w-measure" />
  return <NoteForm lesson={lesson} before={draft.before} onTyped={draft.keep} />
}

interface NoteFormProps {
  lesson: Lesson
  before: Typed | null
  onTyped: (typed: Typed | null) => void
}

function NoteForm({ lesson, before, onTyped }: NoteFormProps): ReactElement {
  const [saved, setSaved] = useState(lesson.note)
  const [text, setText] = useState(() => joined(before, lesson.note))
  // For the answer, which may come after more was typed.
  const newest = useRef(text)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (sent: string) => call(saveNote, { params: { lessonId: lesson.id }, body: { text: sent } }),
    onSuccess: ({ message, data }, sent) => {
      notify.success(message)
      setSaved(data.text)
      if (newest.current === sent) {
        newest.current = data.text
        setText(data.text)
        onTyped(null)
      } else onTyped({ text: newest.current, saved: data.text })
      return queries.invalidateQueries({ queryKey: ["getLesson", lesson.id] })
    },
  })
  const isChanged = text.trim() !== saved
  return (
    <form
      noValidate
      className="grid max-w-measure gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(text)
      }}
    >
      <TextareaField
        label="My notes"
        optional
        hint="Only you see them."
        value={text}
        maxLength={noteCharacters}
        onChange={({ target }) => {
          setText(target.value)
          newest.current = target.value
          onTyped(target.value.trim() === saved ? null : { text: target.value, saved })
        }}
      />
      <FormTrouble message={save.error ? messageOf(save.error, noAnswerMessage) : undefined} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="secondary" disabled={!isChanged} busy={save.isPending}>
          Save note
        </Button>
        {isChanged && <p className="text-ink-soft">Not saved yet. It is kept on this device.</p>}
      </div>
    </form>
  )
}

/** What stands in the field at first. What was saved elsewhere meanwhile comes first, so that neither is lost. */
function joined(typed: Typed | null, saved: string): string {
  if (typed === null) return saved
  if (typed.saved === saved || saved === "") return typed.text
  return `${saved}\n\n${typed.text}`.slice(0, noteCharacters)
}
