import type { ReactElement } from "react"
import type { Album } from "#contract/studio/albums.ts"
import { DeleteAlbum } from "./albums/delete-album.tsx"
import { NameAlbum } from "./albums/name-album.tsx"
import { PrivateLinks } from "./picture/private-links.tsx"

/** What is done with an album in a dialog of its own. */
export type AlbumAct = "rename" | "share" | "delete"

interface AlbumActsProps {
  album: Album
  act: AlbumAct
  onClose: () => void
}

/** The dialogs of an album's menu. */
export function AlbumActs({ album, act, onClose }: AlbumActsProps): ReactElement {
  if (act === "share") return <PrivateLinks target={{ source: "albums", id: album.id }} onClose={onClose} />
  if (act === "rename") return <NameAlbum album={album} onDone={onClose} onClose={onClose} />
  return <DeleteAlbum albumId={album.id} name={album.name} onClose={onClose} />
}
