import { openPictures, type PictureManifest } from "#web/content/site-picture.tsx"

/** Pictures of pages that are mostly words. */
export const plainPictures = openPictures(
  import.meta.glob<PictureManifest>("/content/pictures.json", {
    eager: true,
    import: "default",
    query: "?only=careers-",
  }),
  import.meta.glob<string>("/assets/pictures/careers-*.{avif,webp}", { eager: true, import: "default", query: "?url" }),
)
