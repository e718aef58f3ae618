import { openPictures, type PictureManifest } from "#web/content/site-picture.tsx"

/** Pictures of the systems, the case studies and the page for companies. */
export const systemsPictures = openPictures(
  import.meta.glob<PictureManifest>("/content/pictures.json", {
    eager: true,
    import: "default",
    query: "?only=solutions-,enterprise-,case-",
  }),
  import.meta.glob<string>("/assets/pictures/{solutions,enterprise,case}-*.{avif,webp}", {
    eager: true,
    import: "default",
    query: "?url",
  }),
)
