import { openPictures, type PictureManifest } from "#web/content/site-picture.tsx"

/** Pictures of the programs' cards. */
export const programPictures = openPictures(
  import.meta.glob<PictureManifest>("/content/pictures.json", {
    eager: true,
    import: "default",
    query: "?only=program-",
  }),
  import.meta.glob<string>("/assets/pictures/program-*.{avif,webp}", {
    eager: true,
    import: "default",
    query: "?url",
  }),
)
