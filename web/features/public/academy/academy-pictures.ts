import { openPictures, type PictureManifest } from "#web/content/site-picture.tsx"

/** Pictures of the academy's pages. */
export const academyPictures = openPictures(
  import.meta.glob<PictureManifest>("/content/pictures.json", {
    eager: true,
    import: "default",
    query: "?only=academy-,program-",
  }),
  import.meta.glob<string>("/assets/pictures/{academy,program}-*.{avif,webp}", {
    eager: true,
    import: "default",
    query: "?url",
  }),
)
