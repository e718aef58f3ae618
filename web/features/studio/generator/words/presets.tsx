import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Pin, PinOff, Trash2 } from "lucide-react"
import { type FormEvent, type ReactElement, useState } from "react"
import type { z } from "zod"
import { knownMode } from "#contract/catalogue/modes.ts"
import {
  changePreset,
  createPreset,
  deletePreset,
  maxPresetName,
  type Preset,
  PresetName,
} from "#contract/studio/words/presets.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { useSavePreference } from "#web/lib/session/preferences.ts"
import { presetsQuery, troubleOf } from "#web/lib/studio/presets.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

interface PresetsProps {
  /** The settings of the form, which a new preset keeps. */
  settings: Omit<z.output<typeof createPreset.body>, "name">
  onUse: (preset: Preset) => void
  onClose: () => void
}

/** Keeps the settings of the form under a name; uses, renames, pins and deletes those that are kept. */
export function Presets({ settings, onUse, onClose }: PresetsProps): ReactElement {
  const queries = useQueryClient()
  const [name, setName] = useState("")
  const [error, setError] = useState<string>()
  const presets = useQuery(presetsQuery)
  const studio = useQuery(studioQuery).data
  const readAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: presetsQuery.queryKey })
  const keep = useMutation({
    mutationFn: (body: z.output<typeof createPreset.body>) => call(createPreset, { body }),
    onSuccess: () => {
      setName("")
      return readAgain()
    },
    onError: (failure) => setError(messageOf(failure, "It could not be kept. The name is still here.")),
  })
  const handleKeep = (event: FormEvent): void => {
    event.preventDefault()
    const checked = PresetName.safeParse(name)
    setError(checked.success ? undefined : checked.error.issues[0]?.message)
    if (checked.success) keep.mutate({ ...settings, name: checked.data })
  }
  return (
    <Dialog open onOpenChange={onClose} title="Presets" description={`These settings: ${settingsWords(settings)}`}>
      <div className="grid gap-4">
        <form noValidate onSubmit={handleKeep} className="grid gap-x-3 sm:grid-cols-[1fr_auto]">
          <TextField
            label="Name"
            value={name}
            error={error}
            maxLength={maxPresetName}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" className="sm:mt-8 sm:self-start" busy={keep.isPending}>
            Keep these settings
          </Button>
        </form>
        {presets.isError && <p role="alert">Your presets could not be loaded.</p>}
        {presets.data?.length === 0 && <p className="text-ink-soft">No presets yet.</p>}
        <ul className="grid divide-y divide-line">
          {presets.data?.map((preset) => (
            <PresetRow
              key={preset.id}
              preset={preset}
              trouble={troubleOf(preset, studio)}
              onUse={() => onUse(preset)}
              onChanged={readAgain}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

interface PresetRowProps {
  preset: Preset
  trouble: string | undefined
  onUse: () => void
  onChanged: () => Promise<void>
}

function PresetRow({ preset, trouble, onUse, onChanged }: PresetRowProps): ReactElement {
  const [newName, setNewName] = useState<string>()
  const { id, name, is_pinned } = preset
  const save = useSavePreference()
  const params = { presetId: id }
  const onError = (error: unknown): string => notify.error(messageOf(error, "The preset is as it was."))
  const change = useMutation({
    mutationFn: (body: z.output<typeof changePreset.body>) => call(changePreset, { params, body }),
    onSuccess: ({ data }) => {
      if (data.is_pinned) save({ hasPinned: true })
      setNewName(undefined)
      return onChanged()
    },
    onError,
  })
  const remove = useMutation({ mutationFn: () => call(deletePreset, { params }), onSuccess: onChanged, onError })
  const isBusy = change.isPending || remove.isPending
  return (
    <li className="grid gap-2 py-3">
      {newName === undefined ? (
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
      ) : (
        <form
          noValidate
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (PresetName.safeParse(newName).success) change.mutate({ name: newName })
          }}
        >
          <TextField
            label="New name"
            value={newName}
            maxLength={maxPresetName}
            onChange={(event) => setNewName(event.target.value)}
            className="-mb-6 flex-1"
          />
          <Button type="submit" variant="secondary" disabled={isBusy}>
            Rename
          </Button>
        </form>
      )}
      <p className="text-sm text-ink-soft">{settingsWords(preset)}</p>
      {trouble && <p className="text-sm font-medium">{trouble}</p>}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" className="px-4" disabled={!knownMode(preset.mode)} onClick={onUse}>
          Use
        </Button>
        {newName === undefined && (
          <Button variant="quiet" className="px-3" onClick={() => setNewName(name)}>
            Rename
          </Button>
        )}
        <Button
          variant="quiet"
          size="icon"
          aria-pressed={is_pinned}
          aria-label={`Pin ${name} to the home and Generate`}
          disabled={isBusy}
          onClick={() => change.mutate({ is_pinned: !is_pinned })}
        >
          {is_pinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
        </Button>
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Delete ${name}`}
          disabled={isBusy}
          onClick={() => remove.mutate()}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
    </li>
  )
}

function settingsWords({ mode, aspect_ratio, num_outputs, is_public }: PresetsProps["settings"]): string {
  const pictures = num_outputs === 1 ? "1 picture" : `${num_outputs} pictures`
  return [knownMode(mode)?.title ?? mode, aspect_ratio, pictures, is_public ? "public" : "private"].join(" · ")
}
