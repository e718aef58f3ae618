import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { type Album, changeAlbum, createAlbum, maxAlbumName } from "#contract/studio/albums.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { TextField } from "#web/ui/form/text-field.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"

interface NameAlbumProps {
  /** The album that gets another name; a new one when absent. */
  album?: Pick<Album, "id" | "name">
  onDone: (album: Album) => void
  onClose: () => void
}

/** Asks for the name of a new album, or for another one of an album. */
export function NameAlbum({ album, onDone, onClose }: NameAlbumProps): ReactElement {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: async (name: string) =>
      (
        await (album
          ? call(changeAlbum, { params: { albumId: album.id }, body: { name } })
          : call(createAlbum, { body: { name } }))
      ).data,
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: queryKeys.albums })
      onDone(saved)
    },
  })
  return (
    <FormDialog
      title={album ? "Rename album" : "New album"}
      description="Only you see its name."
      button={album ? "Rename" : "Make album"}
      isBusy={save.isPending}
      onSend={(form) => save.mutate(String(form.get("name") ?? ""))}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        defaultValue={album?.name}
        maxLength={maxAlbumName}
        autoComplete="off"
        error={save.error ? messageOf(save.error, "The album could not be saved.") : undefined}
      />
    </FormDialog>
  )
}
