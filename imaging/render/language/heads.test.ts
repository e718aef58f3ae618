import { describe, expect, test } from "vitest"
import { nearestTo, putInstead } from "./nearest.ts"
import { readPrompt } from "./read-prompt.ts"

describe("the head of a name decides", () => {
  test.each([
    ["toaster on a kitchen counter, morning light", "toaster"],
    ["a stainless steel rice steamer", "rice steamer"],
    ["Water Dispenser On Table", "Water Dispenser"],
    ["a phone holder with flowers on marble", "phone holder"],
    ["baby carrier in grey", "baby carrier"],
    ["a roll of tissue", "roll of tissue"],
    ["a life vest", "life vest"],
    ["a black swim suit", "swim suit"],
    ["a suit cover", "suit cover"],
    ["a doll house in pink", "doll house"],
    ["a keg of beer", "keg of beer"],
    ["gallon of paint", "gallon of paint"],
    ["a mattress cover", "mattress cover"],
    ["wig cap", "wig cap"],
    ["a car seat for babies", "car seat"],
    ["water dispenser in an office", "water dispenser"],
    ["a pressure cooker, studio", "pressure cooker"],
    ["a fridge magnet", "fridge magnet"],
    ["a tv remote on a table", "tv remote"],
    ["freezer bags on marble", "freezer bags"],
    ["a wardrobe hanger", "wardrobe hanger"],
    ["a ceiling fan", "ceiling fan"],
    ["tubers of cassava on a mat", "tubers of cassava"],
    ["a bunch of ugu", "bunch of ugu"],
    ["a crate of snails", "crate of snails"],
    ["a crate of pineapples", "crate of pineapples"],
    ["a bath tub", "bath tub"],
    ["onion rings", "onion rings"],
    ["onion soup", "onion soup"],
    ["onion powder", "onion powder"],
    ["egg sandwich on a plate", "egg sandwich"],
    ["yam flour in a bowl", "yam flour"],
    ["tomato puree", "tomato puree"],
    ["a pepper grinder", "pepper grinder"],
    ["fish roll on a plate", "fish roll"],
    ["fish stew", "fish stew"],
    ['a toaster with the text "OSTER"', "toaster"],
    ["a crate of diapers", "crate of diapers"],
    ["a diaper bin", "diaper bin"],
    ["a stroller hook", "stroller hook"],
    ["a sewing machine", "sewing machine"],
    ["a curtain rod", "curtain rod"],
    ["towel rail in a bathroom", "towel rail"],
    ["sanitary towels on marble", "sanitary towels"],
    ["a shoe rack", "shoe rack"],
    ["a shirt rack", "shirt rack"],
    ["a black polo neck", "polo neck"],
  ])("not drawn: %s", (prompt, unknown) => {
    const reading = readPrompt(prompt)
    expect([reading.subject, reading.unknown]).toEqual([null, unknown])
    expect(reading.ignored.join()).toContain(unknown)
    expect(reading.understood.join()).not.toContain(unknown)
  })

  test.each([
    ["white wall clock", "clock"],
    ["a stainless steel rice cooker on a kitchen counter", "ricecooker"],
    ["pressing iron on a board", "iron"],
    ["a standing fan in a living room", "fan"],
    ["a black power bank", "powerbank"],
    ["a four burner gas cooker in a kitchen", "gascooker"],
    ["a table top gas cooker", "gasstove"],
    ["two burner gas stove", "gasstove"],
    ["a mug beside the stove", "mug"],
    ["a double door fridge", "fridge"],
    ["deep freezer in a shop", "freezer"],
    ["petrol generator 2.5kva", "generator"],
    ["white extension box with plug", "extension"],
    ["black ear pods", "earbuds"],
    ["55 inch smart tv", "television"],
    ["a wooden tv stand", "tvstand"],
    ["three door wardrobe", "wardrobe"],
    ["a kitchen cabinet", "cabinet"],
    ["a book shelf", "bookshelf"],
    ["diapers pack of 40", "diapers"],
    ["a foldable baby stroller", "stroller"],
    ["a wooden toy car", "toycar"],
    ["a brown teddy bear with a red bow", "teddy"],
    ["an air fryer on a kitchen counter", "airfryer"],
    ["a microwave oven", "microwave"],
    ["front load washing machine", "washingmachine"],
    ["a pack of baby diapers", "diapers"],
    ["two packs of baby wipes", "wipes"],
    ["a baby bottle with milk", "feedingbottle"],
    ["a foam mattress", "mattress"],
    ["floral curtains in a living room", "curtains"],
    ["a persian rug on the floor", "rug"],
    ["a mug on a rug", "mug"],
    ["four white bath towels", "towels"],
    ["perfume on a white towel", "perfume"],
    ["an ankara bedsheet", "bedding"],
    ["soap on a bed sheet", "soap"],
    ["roll-on perfume oil on marble", "rollon"],
    ["a bottle of palm oil", "bottle"],
    ["three cartons of noodles", "box"],
    ["a tin of milk", "can"],
    ["tin of tomato paste", "can"],
    ["a sardine tin", "can"],
    ["a bottle of red zobo drink", "bottle"],
    ["bottle of groundnut oil", "bottle"],
    ["kunu in a plastic bottle", "bottle"],
    ["hair cream tub", "jar"],
    ["a tub of shea butter", "jar"],
    ["sachet of pure water", "watersachet"],
    ["chocolate cupcakes, six", "cupcake"],
    ["fresh titus fish on a market stall", "fish"],
    ["smoked catfish on a plate", "fish"],
    ["a doll in a pink dress", "doll"],
    ["a burgundy turban", "headwrap"],
    ["an ankara head wrap", "headwrap"],
    ["tied head wrap on a stand", "gele"],
    ["a brown leather wallet", "wallet"],
    ["a phone case with flowers on marble", "phonecase"],
    ["an ankara phone case", "phonecase"],
    ["red onions on a market stall", "produce"],
    ["onions in a basket", "bowl"],
    ["two bags of pure water", "watersachet"],
    ["a crate of malt", "crate"],
    ["a crate of fresh oranges", "crate"],
    ["crate of mangoes at a market stall", "crate"],
    ["a gold clutch", "clutch"],
    ["black clutch purse with a chain", "clutch"],
    ["silver evening bag on velvet", "clutch"],
    ["white lace curtains", "curtains"],
    ["six burner gas cooker", "gascooker"],
    ["three crates of soft drinks", "crate"],
    ["a bag of cement", "sack"],
    ["a laptop bag", "handbag"],
    ["red handbag Zara on a podium", "handbag"],
    ["a candle burns on a wooden table", "candle"],
    ["sneakers outdoors", "sneaker"],
    ["kettle electric", "kettle"],
    ["purple travel box on wheels", "suitcase"],
    ["5L keg of palm oil", "keg"],
    ["a loaf of bread on a board", "bread"],
    ["ring light on a stand", "ringlight"],
    ["moi moi on a plate", "plate"],
    ["men's black leather shoes", "formalshoe"],
    ["a pair of brown loafers", "formalshoe"],
    ["white canvas shoes", "sneaker"],
    ["a lace front wig on a stand", "wig"],
    ["bone straight wig, 30 inches", "wig"],
    ["straight burgundy wig with closure", "wig"],
    ["jollof rice with grilled chicken", "plate"],
    ["egusi soup and pounded yam", "bowl"],
    ["amala and ewedu on a wooden table", "plate"],
    ["hot catfish pepper soup in a white bowl", "bowl"],
    ["a bag of egusi", "sack"],
    ["a stew pot", "pot"],
    ["tubers of yam on a mat", "yam"],
    ["a bunch of plantain", "plantain"],
    ["a bunch of bananas on a wooden table", "plantain"],
    ["a crate of eggs", "eggs"],
    ["fresh tomatoes at a market stall", "produce"],
    ["a basket of peppers", "bowl"],
    ["small chops platter", "plate"],
    ["meat pies", "plate"],
    ["plantain chips in a pouch", "pouch"],
    ["50kg bag of rice MAMA T", "sack"],
    ["a red dress on a mannequin", "dress"],
    ["ankara gown on a dress form", "dress"],
    ["a shirt dress in linen", "dress"],
    ["an emerald kaftan on a rail", "kaftan"],
    ["black abaya", "kaftan"],
    ["white senator wear for men", "senator"],
    ["navy blue agbada with gold embroidery", "agbada"],
    ["a checked shirt on a hanger", "shirt"],
    ["a polo shirt", "polo"],
    ["a red aso oke gele on a mannequin head", "gele"],
    ["ankara headtie", "gele"],
    ["gele fabric", "fabric"],
    ["a pair of blue jeans on a hanger", "trousers"],
    ["beige chinos", "trousers"],
    ["denim shorts", "trousers"],
    ["a grey hoodie", "hoodie"],
    ["pink sweatshirt", "hoodie"],
    ["navy pleated school skirt", "skirt"],
    ["ankara skirt on a mannequin", "skirt"],
    ["a black t-shirt on a clothes rack", "tshirt"],
    ["agbada fabric", "fabric"],
    ["burgundy lace fabric, five yards", "fabric"],
    ["cord lace 5 yards", "fabric"],
    ["a bolt of purple velvet fabric", "fabric"],
    ["red lace gown", "dress"],
    ["white singlets, pack of three", "singlet"],
    ["a black tank top", "singlet"],
    ["ladies' blouse, striped", "blouse"],
    ["red hair bonnet, satin", "bonnet"],
    ["men's suit in grey", "suit"],
    ["navy blue blazer on a hanger", "blazer"],
    ["a suit jacket", "blazer"],
    ["school uniform", "uniform"],
    ["blue pinafore", "uniform"],
    ["school uniform, white shirt and blue shorts", "shirt"],
    ["baby clothes in yellow", "romper"],
    ["a baby onesie", "romper"],
    ["scotch bonnet in a bowl", "bowl"],
    ["ankara 6 yards", "fabric"],
  ])("drawn: %s is a %s", (prompt, name) => {
    const { subject, unknown } = readPrompt(prompt)
    expect([subject?.name, unknown]).toEqual([name, null])
  })

  test("of a further thing leaves the first as it is", () => {
    const { subject, companions, ignored } = readPrompt("a red mug and a phone holder")
    expect([subject?.name, companions, ignored]).toEqual(["mug", [], ["phone holder"]])
  })

  test("sizes and brands that no label carries are told as left out", () => {
    expect(readPrompt("MAMA T palm oil 5L in the market").ignored).toEqual(["5L", "MAMA T"])
  })
})

describe("numbers up to nine", () => {
  test.each([
    ["a pair of gold bangles", 2],
    ["a pair of sneakers", 1],
    ["two pairs of sneakers", 2],
    ["blue jeans", 1],
    ["two pairs of bangles", 4],
    ["six mugs", 6],
    ["half a dozen mugs", 6],
    ["a dozen perfume bottles", 9],
    ["nine bags of rice", 9],
    ["tubers of yam", 3],
    ["two crates of eggs", 2],
    ["three crates of oranges", 3],
    ["samosas", 1],
    ["pink nail polish, three bottles", 3],
    ["red zobo, six bottles", 6],
    ["perfume, 2 pieces, on marble", 2],
    ["red sneakers, two pairs", 2],
    ["red high heels, pair", 1],
    ["candles, four", 4],
    ["chocolate cupcakes, six", 6],
    ["red dress, two bottles", 1],
    ["a mug, three roses beside it", 1],
  ])("%s", (prompt, count) => {
    expect(readPrompt(prompt).subject?.count).toBe(count)
  })
})

test.each([
  ["gas cooker with five burners", "five burners"],
  ["6 burner gas stove", "6 burner"],
])("burners that are not drawn are told: %s", (prompt, told) => {
  expect(readPrompt(prompt).ignored).toEqual([told])
})

describe("the nearest thing", () => {
  test.each([
    ["egg steamer", "a red Egg  steamer on wood", "rice cooker", "a red rice cooker on wood"],
    ["egg steamer", "an egg-steamer on wood", "rice cooker", "a rice cooker on wood"],
    ["hair dryer", "a hair dryer", null, null],
    ["hijab", "a hijab in white", "folded cloth", "a folded cloth in white"],
    ["cassava", "three cassavas and a pot", "fruit", "three fruit and a pot"],
    ["constructor", "a constructor", null, null],
  ])("of %s in “%s” is %s", (unknown, prompt, thing, changed) => {
    expect(nearestTo(unknown, prompt)).toEqual(thing === null ? null : { thing, prompt: changed })
  })

  test("is put in for whole words alone, whatever signs are in them", () => {
    expect(putInstead("c++ book (new)", "c++ book", "book")).toBe("book (new)")
    expect(putInstead("a cape and a cap", "cap", "hat")).toBe("a cape and a hat")
  })
})

test("words for hair are said of wigs alone", () => {
  expect(readPrompt("a curly brown wig on a mannequin head").ignored).toEqual([])
  expect(readPrompt("a straight bottle").ignored).toEqual(["straight"])
})

describe("what belongs together", () => {
  test("stands on it, or is a part of it", () => {
    const stand = readPrompt("a TV stand with a television")
    expect([stand.subject?.name, stand.companions.map(({ name, where }) => [name, where])]).toEqual([
      "television",
      [["tvstand", "under"]],
    ])
    const bed = readPrompt("a wooden bed with white bedding")
    expect([bed.subject?.name, bed.companions, bed.parts.map(({ name }) => name)]).toEqual(["bed", [], ["filling"]])
  })

  test.each([
    "black gas cooker with four burners",
    "a two burner gas stove",
    "2 burner gas cooker",
    "gas cooker with six burners",
    "white lace curtains in a bedroom",
    "white earbuds in their case",
    "blue towels, folded",
  ])("is nothing that was left out: %s", (prompt) => {
    expect(readPrompt(prompt).ignored).toEqual([])
  })
})
