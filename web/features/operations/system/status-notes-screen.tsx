import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import {
  type AdminIncident,
  addIncident,
  changeIncident,
  listIncidents,
  listIncidentsCsv,
} from "#contract/operations/status.ts"
import { CsvLink } from "#web/content/lists/csv-link.tsx"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatZonedMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"

/** /operator/status: what people read on the status page about troubles. */
export function StatusNotesScreen(): ReactElement {
  const [editing, setEditing] = useState<AdminIncident | "new">()
  const queries = useQueryClient()
  const notes = useQuery({ queryKey: ["listIncidents"], queryFn: async () => (await call(listIncidents)).data })
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid max-w-measure gap-2">
          <h1 className="text-3xl">Status page</h1>
          <p className="text-ink-soft">
            How the parts are is looked at by itself. Notes say what you know; they stand on the{" "}
            <TextLink to="/status">status page</TextLink> within a minute, for everybody.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setEditing("new")}>Write a note</Button>
          <CsvLink address={listIncidentsCsv.path} />
        </div>
      </div>
      {notes.isPending ? (
        <Skeleton className="h-64" />
      ) : notes.error ? (
        <NotLoaded title="The notes did not load" error={notes.error} onRetry={notes.refetch} />
      ) : notes.data.length === 0 ? (
        <EmptyState title="No note yet" text="When something does not work, say so before people ask." />
      ) : (
        <ul aria-label="Notes" className="grid divide-y divide-line rounded-card border border-line">
          {notes.data.map((note) => (
            <li key={note.id} className="grid gap-2 px-4 py-4 sm:grid-cols-[1fr_auto] sm:items-start sm:gap-x-6">
              <div className="grid gap-1">
                <p className="flex flex-wrap items-center gap-3 font-medium wrap-anywhere">
                  {note.title}
                  <Badge tone={note.endedAt === "" ? "clay" : "neutral"}>
                    {note.endedAt === "" ? "Lasts" : "Over"}
                  </Badge>
                </p>
                <p className="max-w-measure wrap-anywhere whitespace-pre-line">{note.text}</p>
                <p className="text-sm text-ink-soft">
                  {formatZonedMoment(note.startedAt)}
                  {note.endedAt !== "" && ` to ${formatZonedMoment(note.endedAt)}`}
                </p>
              </div>
              <Button
                variant="secondary"
                aria-label={`Change ${note.title}`}
                onClick={() => setEditing(note)}
                className="justify-self-start"
              >
                Change
              </Button>
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <NoteDialog
          note={editing === "new" ? undefined : editing}
          onDone={() => queries.invalidateQueries({ queryKey: ["listIncidents"] })}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  )
}

interface NoteDialogProps {
  note: AdminIncident | undefined
  onDone: () => Promise<void>
  onClose: () => void
}

function NoteDialog({ note, onDone, onClose }: NoteDialogProps): ReactElement {
  const send = async (reason: string, form: FormData): Promise<{ message: string }> => {
    const values = { title: String(form.get("title") ?? ""), text: String(form.get("text") ?? ""), reason }
    if (!note) return call(addIncident, { body: values })
    const body = { ...values, isOver: form.get("isOver") !== null, version: note.version }
    return call(changeIncident, { params: { incidentId: note.id }, body })
  }
  return (
    <ReasonDialog
      title={note ? "Change the note" : "Write a note"}
      description="In plain words: what does not work, for whom, and when you will say more."
      button={note ? "Save" : "Put it on the page"}
      isRoutine
      send={send}
      onDone={onDone}
      onClose={onClose}
    >
      <TextField name="title" label="Title" defaultValue={note?.title} maxLength={120} autoComplete="off" />
      <TextareaField name="text" label="Text" rows={4} maxLength={2_000} defaultValue={note?.text} />
      {note && (
        <Checkbox name="isOver" label="The trouble is over" defaultChecked={note.endedAt !== ""} className="mb-2" />
      )}
    </ReasonDialog>
  )
}
