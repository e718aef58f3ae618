/** Something that can be drawn in place of what was asked for, and the prompt with it in. */
export interface Nearest {
  /** "cooking pot" */
  thing: string
  prompt: string
}

/** Things we cannot draw, by the last word of their name or the whole of it, with the thing of ours that a shop would put beside them. */
const neighbours: readonly (readonly [drawn: string, words: string])[] = [
  ["shirt", "top sweater jersey jacket uniform"],
  ["jeans", "leggings"],
  ["dress", "jumpsuit iro buba"],
  [
    "folded cloth",
    `hijab ipele
    napkin tablecloth veil durag apron lingerie`,
  ],
  ["rice cooker", "cooker toaster steamer"],
  ["air fryer", "fryer"],
  ["gas cooker", "oven gas burner stove"],
  ["blender", "mixer juicer grinder percolator flask thermos"],
  ["earbuds", "earphones earpiece"],
  ["phone", "charger case tablet modem router calculator"],
  ["laptop", "keyboard printer"],
  ["fan", "fan"],
  ["lamp", "bulb lantern torch chandelier light"],
  ["pouch", "pads noodles spaghetti pasta seasoning detergent"],
  ["backpack", "carrier"],
  ["handbag", "clutch pouch-bag briefcase"],
  ["sneaker", "boots boot shoes crocs"],
  ["sandal", "clogs mules"],
  ["perfume bottle", "oud incense humra khumra deodorant mist"],
  ["compact powder", "powder"],
  ["cream jar", "foundation concealer blush bronzer highlighter palette wax gel"],
  ["lipstick", "mascara eyeliner lipliner liner"],
  ["fruit", "vegetables potatoes cassava ugu cucumber carrots"],
  ["bowl", "porridge cereal salad"],
  ["plate", "meat turkey snacks sandwich shawarma pizza pasta-dish toast pancakes"],
  ["cake", "croissant cookies"],
  ["cupcake", "muffin muffins"],
  ["bracelet", "anklet"],
  ["ring", "brooch nose-ring"],
  ["necklace", "rosary"],
  ["table", "bench"],
  ["bookshelf", "shelf rack"],
  ["cabinet", "dresser drawer drawers locker"],
  ["rug", "mat doormat"],
  ["bedding set", "quilt bedcover"],
  ["car", "bicycle bike motorcycle okada keke truck lorry bus van tricycle"],
  ["gift box", "crate basket-box hamper"],
  ["speaker", "radio soundbar amplifier"],
  ["generator", "inverter"],
  ["television", "projector decoder"],
  ["book", "magazine card cards brochure flyer"],
]

const thingFor = new Map(
  neighbours.flatMap(([drawn, words]) => words.split(/\s+/).map((word) => [word, drawn] as const)),
)

/**
 * What of ours comes nearest to a thing that we cannot draw; null where nothing does.
 * @param unknown in the person's words, as they stand in the prompt
 */
export function nearestTo(unknown: string, prompt: string): Nearest | null {
  const last = unknown.toLowerCase().split(/\s+/).at(-1) ?? ""
  const thing = thingFor.get(last)
  return thing === undefined ? null : { thing, prompt: putInstead(prompt, unknown, thing) }
}

/** The prompt with another thing in place of one that it names, whatever the spaces and capital letters, and one or more of it. */
export function putInstead(prompt: string, word: string, thing: string): string {
  const name = word
    .trim()
    .split(/\s+/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`[\s-]+`)
  return prompt.replace(
    new RegExp(String.raw`(?:\b(an?)(\s+))?(?<![\p{L}\p{N}])${name}(?:e?s)?(?![\p{L}\p{N}])`, "iu"),
    (_, article, space) => (article ? `${/^[aeiou]/.test(thing) ? "an" : "a"}${space}${thing}` : thing),
  )
}
