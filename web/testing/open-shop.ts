import type { Shop } from "#contract/studio/shelf-shop.ts"

/** A shop that is open, as its seller's screens get it. */
export const openShop: Shop = {
  handle: "adas-bags",
  name: "Ada's Bags",
  logo: null,
  brandColour: "#33249c",
  accentColour: "#d9962e",
  whatsApp: "",
  instagram: "",
  opening: "",
  delivery: "",
  currency: "NGN",
  isPublished: true,
  url: "https://aworan.example/shop/adas-bags",
  feedUrl: "https://aworan.example/shop/adas-bags/feed/0.csv",
  handleFreeAt: null,
  takenDownFor: null,
  isNumberProved: null,
  version: 1,
}
