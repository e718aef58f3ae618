import { openPictures, type PictureManifest } from "#web/content/site-picture.tsx"

/** Pictures of the first page. */
export const landingPictures = openPictures(
  import.meta.glob<PictureManifest>("/content/pictures.json", {
    eager: true,
    import: "default",
    query:
      "?only=screen-,hero-,door-,program-s,category-products-1,category-fashion-1,category-footwear-1,category-food-1,category-jewelry-1,category-bags-1,category-kitchenware-1,category-tech-1",
  }),
  import.meta.glob<string>(
    [
      "/assets/pictures/{screen,hero,door}-*.{avif,webp}",
      "/assets/pictures/program-s*.{avif,webp}",
      "/assets/pictures/category-{products,fashion,footwear,food,jewelry,bags,kitchenware,tech}-1-*.{avif,webp}",
    ],
    { eager: true, import: "default", query: "?url" },
  ),
)
