import type { Generated } from "kysely"

export interface AlbumTables {
  albums: AlbumsTable
  albumPictures: AlbumPicturesTable
}

/** Pictures that a person keeps together. */
interface AlbumsTable {
  id: string
  accountId: string
  name: string
  /** The product whose folder it is. */
  productId: string | null
  isArchived: Generated<boolean>
  createdAt: Generated<Date>
}

/** That a picture is in an album; it stays so while the picture is in the trash. */
interface AlbumPicturesTable {
  albumId: string
  generationId: string
  addedAt: Generated<Date>
}
