/**
 * Names of the product categories by slug, in the order they are shown: by themselves, since pages of words link to the
 * categories and need no shoots.
 */
export const styleNames = {
  products: "Products",
  fashion: "Fashion",
  furniture: "Furniture",
  tech: "Tech",
  food: "Food",
  footwear: "Footwear",
  jewelry: "Jewelry",
  bags: "Bags",
  decor: "Decor",
  hats: "Hats",
  kitchenware: "Kitchenware",
  vehicles: "Vehicles",
  glasses: "Glasses",
  watches: "Watches",
  goods: "Goods",
  gym: "Gym",
} as const
