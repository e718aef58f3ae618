import { describe, expect, test } from "vitest"
import { linear } from "./colours.ts"
import { readPrompt } from "./read-prompt.ts"

describe("the thing", () => {
  test.each([
    ["an amber glass perfume bottle on a marble podium, golden light", "perfume", ["amber", "glass"]],
    ["a bottle of perfume", "perfume", []],
    ["two white candles on linen", "candle", ["white"]],
    ["headphones in matte black", "headphones", ["matte", "black"]],
    ["a ring made of gold", "ring", ["gold"]],
    ["dark green wine bottle", "bottle", ["dark", "green"]],
    ["ankara handbag at a market stall", "handbag", ["ankara"]],
    ["a table lamp on a table", "lamp", []],
    ["three oranges", "fruit", []],
    ["an orange sofa", "sofa", ["orange"]],
    ["a woman with a red handbag", "handbag", ["red"]],
    ["T-SHIRT", "tshirt", []],
    ["rose-gold watch", "watch", ["rose gold"]],
  ])("%s", (prompt, name, words) => {
    const { subject } = readPrompt(prompt)
    expect(subject?.name).toBe(name)
    expect(subject?.look.words).toEqual(words)
  })

  test.each([
    ["a bag of garri", "sack", "bag of garri"],
    ["two bags of rice at a market stall", "sack", "bag of rice"],
    ["a sack of yellow garri", "sack", "sack of yellow garri"],
    ["a pack of chin chin on a table", "pouch", "pack of chin chin"],
    ["a packet of noodles", "pouch", "packet of noodles"],
    ["a bag of leather", "handbag", "bag"],
    ["a leather bag on a table", "handbag", "leather bag"],
    ["a plate of rice", "plate", "plate of rice"],
  ])("%s is a %s: the head of the phrase decides", (prompt, name, word) => {
    const { subject, ignored } = readPrompt(prompt)
    expect(subject).toMatchObject({ name, word })
    expect(ignored).toEqual([])
  })

  test.each([
    ["a cooking pot beside a bag of rice", "pot", "sack", "bag of rice", "beside"],
    ["a bag of rice and a bag of beans", "sack", "sack", "bag of beans", "beside"],
    ["a mug in front of a pack of chin chin", "mug", "pouch", "pack of chin chin", "behind"],
    ["a bag of rice with a red bag", "sack", "handbag", "bag", "beside"],
  ])("%s: a further package is one too", (prompt, name, other, word, where) => {
    const { subject, companions, ignored } = readPrompt(prompt)
    expect(subject?.name).toBe(name)
    expect(companions.map((thing) => [thing.name, thing.word, thing.where])).toEqual([[other, word, where]])
    expect(ignored).toEqual([])
  })

  test.each([
    ["suya on a plate", "plate"],
    ["a bouquet in a blue vase", "vase"],
  ])("%s is one thing", (prompt, name) => {
    const { subject, companions } = readPrompt(prompt)
    expect(subject?.name).toBe(name)
    expect(companions).toEqual([])
  })

  test("a package on another one stays itself", () => {
    const { subject, companions, ignored } = readPrompt("a bag of rice on a bag of beans")
    expect(subject?.word).toBe("bag of rice")
    expect(companions.map(({ word, where }) => [word, where])).toEqual([["bag of beans", "beside"]])
    expect(ignored).toEqual(["on the bag of beans"])
  })

  test("what is on a plate and not in the stock is told", () => {
    const { subject, ignored } = readPrompt("a plate of shawarma")
    expect(subject?.name).toBe("plate")
    expect(ignored).toEqual(["shawarma"])
  })

  test.each([
    ["a table in a Lagos living room", "living-room"],
    ["a lamp in a Tokyo street cafe", "cafe"],
    ["a car in a street in Lagos", "city"],
  ])("%s stands in the %s: the last noun of the place decides", (prompt, place) => {
    expect(readPrompt(prompt).place?.name).toBe(place)
  })

  test.each(["a dragon on a table", "car key on a table", "", "👟👟", "一双红色的鞋", "the quick brown fox"])(
    "stays unknown: %s",
    (prompt) => {
      expect(readPrompt(prompt).subject).toBeNull()
    },
  )

  test.each([
    ["two mugs", 2],
    ["a pair of earrings", 1],
    ["mugs", 3],
    ["4 bowls", 4],
    ["a mug", 1],
    ["three Nike mugs", 3],
    ["two 50ml perfume bottles", 2],
    ["two garden chairs", 2],
  ])("counts %s", (prompt, count) => {
    expect(readPrompt(prompt).subject?.count).toBe(count)
  })

  test.each([
    ["two glasses of zobo", "tumbler", 2, null],
    ["three glasses of water on marble", "tumbler", 3, null],
    ["three bars of soap on marble", "soap", 3, null],
    ["two cups of tea in a cafe", "cup", 2, "cafe"],
    ["a pair of glasses on marble", "sunglasses", 1, null],
  ])("%s are a %s", (prompt, name, count, place) => {
    const reading = readPrompt(prompt)
    expect(reading.subject).toMatchObject({ name, count })
    expect(reading.place?.name ?? null).toBe(place)
  })

  test.each([
    ["a 5 kg bag of rice", ["5 kg"]],
    ["a 5kg bag of rice", ["5kg"]],
    ["a 3 seater sofa", []],
    ["a three-seater sofa", []],
    ["a 2 seater sofa", ["2 seater"]],
    ["a red 6 inch heel", ["6 inch"]],
    ["a 2 litre bottle of palm oil", ["2 litre"]],
    ["a 2.5 litre bottle of palm oil", ["2.5 litre"]],
    ["size 8 sneakers", ["size 8"]],
    ["sneakers in size UK 8", ["size UK 8"]],
    ["a 5 x 7 inch picture frame", ["5 x 7 inch"]],
    ["a 5x7 picture frame", ["5x7"]],
    ["a 3 tier cake", ["3 tier"]],
    ["4 yards of ankara fabric", []],
    ["a perfume bottle, 3 oz", ["3 oz"]],
    ["a 5 star hotel room with a chair", ["5 star"]],
    ["with two handles, a red mug", []],
  ])("what measures a thing does not count it, and is not drawn: %s", (prompt, told) => {
    const { subject, ignored } = readPrompt(prompt)
    expect(subject?.count).toBe(1)
    expect(ignored).toEqual(told)
  })

  test("keeps a second thing as a companion with its own look", () => {
    const reading = readPrompt("silver laptop and a white mug on a desk in an office")
    expect(reading.subject?.name).toBe("laptop")
    expect(reading.companions.map((thing) => [thing.name, thing.look.words])).toEqual([["mug", ["white"]]])
    expect(reading.place?.name).toBe("office")
  })
})

describe("parts", () => {
  test("have colours of their own", () => {
    const reading = readPrompt("silver ring with a ruby red gem")
    expect(reading.subject?.look.words).toEqual(["silver"])
    expect(reading.parts.map((part) => part.name)).toEqual(["gem"])
    expect(reading.parts[0]?.look.colours).toContainEqual(linear("#b8252c"))
  })

  test.each([
    ["red leather handbag with a gold chain", "strap"],
    ["white sneaker with a red sole", "sole"],
    ["gift box with red ribbon", "strap"],
    ["green plant in a terracotta pot", "holder"],
    ["a cup of coffee", "filling"],
    ["jar with a gold lid", "cap"],
    ["straw hat with a red band", "strap"],
  ])("%s", (prompt, part) => {
    expect(readPrompt(prompt).parts.map((thing) => thing.name)).toEqual([part])
  })

  test("belong to the thing named before them", () => {
    const { parts, companions } = readPrompt("bowl of jollof rice and a glass of zobo")
    expect(parts.map(({ word }) => word)).toEqual(["jollof rice"])
    expect(companions[0]?.parts.map(({ word }) => word)).toEqual(["zobo"])
  })

  test("can be unwanted", () => {
    expect(readPrompt("a bottle without a label").absent.map(({ name }) => name)).toEqual(["label"])
    expect(readPrompt("a bottle, no props").propsWanted).toBe(false)
  })

  test.each([
    ["a perfume bottle, no flowers or leaves", ["filling", "filling"], ["no flowers", "no leaves"]],
    ["a tote bag, no text, logo or watermark", ["label", "label"], ["no text", "no logo", "no watermark"]],
    ["a tote bag without text, logo, or watermark", ["label", "label"], ["no text", "no logo", "no watermark"]],
    ["a mug without a handle and label, soft light", ["handle", "label"], ["no handle", "no label"]],
    ["a jar with no gold lid", ["cap"], ["no gold lid"]],
    ["a jar, no label and a gold lid", ["label"], ["no label"]],
    ["a jar, no label, golden light", ["label"], ["no label"]],
  ])("of a list all can be unwanted: %s", (prompt, absent, phrases) => {
    const reading = readPrompt(prompt)
    expect(reading.absent.map(({ name }) => name)).toEqual(absent)
    expect(reading.understood.filter((phrase) => phrase.startsWith("no "))).toEqual(phrases)
    expect(reading.props).toEqual([])
    expect(reading.texts).toEqual([])
    expect(reading.ignored).toEqual([])
  })

  test("are wanted after a list that says what is not", () => {
    expect(readPrompt("a jar, no label and a gold lid").parts.map(({ name }) => name)).toEqual(["cap"])
    expect(readPrompt("a jar, no label, golden light").light).toBe("golden")
    expect(readPrompt("a bottle with no label, rose petals and pebbles").props).toHaveLength(2)
  })
})

describe("a further thing", () => {
  test.each(["beside a floor lamp", "on a wooden floor with a lamp"])("never renames the first: %s", (further) => {
    const { subject, companions } = readPrompt(`a green armchair ${further}`)
    expect(subject?.name).toBe("armchair")
    expect(companions.map(({ name }) => name)).toEqual(["lamp"])
  })
})

describe("a further thing that we cannot draw", () => {
  test.each([
    ["a laptop and a phone charger on a desk", "laptop", "phone charger"],
    ["a leather handbag and car keys", "handbag", "car keys"],
    ["a leather handbag with brown leather car keys, soft light", "handbag", "brown leather car keys"],
    ["white sneakers on a shoe rack", "sneaker", "shoe rack"],
    ["a mug beside a coffee machine", "mug", "coffee machine"],
  ])("leaves the first as it is: %s", (prompt, name, ignored) => {
    const reading = readPrompt(prompt)
    expect(reading.subject?.name).toBe(name)
    expect(reading.companions).toEqual([])
    expect(reading.ignored).toEqual([ignored])
  })

  test("keeps its describing words to itself", () => {
    const { subject, ignored } = readPrompt("a laptop and a phone charger in red")
    expect(subject?.look.colours).toEqual([])
    expect(ignored).toEqual(["phone charger", "red"])
  })
})

describe("surroundings", () => {
  test.each([
    ["blue mug on a wooden table in a kitchen", "wood", "kitchen", null],
    ["a jar on marble", "marble", null, null],
    ["a jar on sand at the beach at sunset", "sand", "beach", "golden"],
    ["a red car in the city at night", null, "city", "moonlight"],
    ["watch on black", null, "studio", null],
    ["bag on a pink background, dramatic light", null, "studio", "dramatic"],
    ["shoe, neon green, in a forest", null, "forest", null],
  ])("%s", (prompt, surface, place, light) => {
    const reading = readPrompt(prompt)
    expect(reading.surface?.name ?? null).toBe(surface)
    expect(reading.place?.name ?? null).toBe(place)
    expect(reading.light).toBe(light)
  })

  test("a podium has its own material", () => {
    expect(readPrompt("perfume on a marble podium").stand?.materials).toEqual(["marble"])
  })

  test.each([
    ["flat lay of sunglasses", "top"],
    ["ring, macro", "close"],
    ["a car, low angle", "low"],
  ])("%s", (prompt, view) => {
    expect(readPrompt(prompt).view).toBe(view)
  })
})

describe("text", () => {
  test.each([
    ['a jar labelled "ADUNNI"', ["ADUNNI"]],
    ["mug with the words ‘Good day’", ["Good day"]],
    ["a sign that says FRESH BREAD TODAY in a market", ["FRESH BREAD TODAY"]],
    ["a book titled Things We Make, blue", ["Things We Make"]],
    ["women's shoe, don't crop", []],
    ["a reading lamp", []],
  ])("%s", (prompt, texts) => {
    expect(readPrompt(prompt).texts).toEqual(texts)
  })
})

describe("text in letters that we do not have", () => {
  test.each([
    ['a red mug with the words "你好"', "the text “你好”"],
    ['a laptop and a mug that says "你好"', "the text “你好”"],
    ['a red mug with "你好" in neon behind it', "neon sign “你好”"],
  ])("is told as ignored: %s", (prompt, ignored) => {
    const reading = readPrompt(prompt)
    expect(reading.ignored).toEqual([ignored])
    expect(reading.understood.join()).not.toContain("你好")
    expect([...reading.texts, ...reading.companions.flatMap(({ texts }) => texts), reading.neon]).toEqual([null])
  })
})

describe("neon", () => {
  test.each([
    'red perfume bottle with "SALE" in neon behind it',
    'perfume bottle, "SALE" in pink neon on the wall',
    'a perfume bottle in front of a neon sign that says "SALE"',
    'a glowing "SALE" sign behind a perfume bottle',
  ])("is a sign and not a label: %s", (prompt) => {
    const reading = readPrompt(prompt)
    expect(reading.neon?.text).toBe("SALE")
    expect(reading.texts).toEqual([])
    expect(reading.subject?.name).toBe("perfume")
    expect(reading.light).toBe("neon")
  })

  test("colours stay colours", () => {
    const reading = readPrompt('a neon pink sneaker that says "FAST"')
    expect(reading.neon).toBeNull()
    expect(reading.texts).toEqual(["FAST"])
  })
})

describe("places of a second thing", () => {
  test.each([
    ["a cake on a plate", "cake", "plate", "under"],
    ["a plate with a cake on it", "cake", "plate", "under"],
    ["a jar behind a mug", "jar", "mug", "before"],
    ["a jar in front of a mug", "jar", "mug", "behind"],
    ["a jar with a mug in front of it", "jar", "mug", "before"],
    ["a jar next to a mug", "jar", "mug", "beside"],
    ["a hat on a handbag", "hat", "handbag", "beside"],
    ["fresh tilapia on a plate", "fish", "plate", "under"],
    ["fresh tilapia in a bowl", "fish", "bowl", "beside"],
    ["bread in a basket", "bread", "bowl", "around"],
    ["a chair in a pan", "chair", "pan", "beside"],
  ])("%s", (prompt, name, other, where) => {
    const { subject, companions } = readPrompt(prompt)
    expect(subject?.name).toBe(name)
    expect(companions.map((thing) => [thing.name, thing.where])).toEqual([[other, where]])
  })

  test("text belongs to the thing named before it", () => {
    const { texts, companions } = readPrompt('a laptop and a mug that says "HELLO"')
    expect(texts).toEqual([])
    expect(companions[0]?.texts).toEqual(["HELLO"])
  })
})

describe("the report", () => {
  test("says what was understood and what was not", () => {
    const reading = readPrompt("amber glass perfume bottle on a camel, golden light, photo, 8k")
    expect(reading.understood).toEqual(["amber glass perfume bottle", "golden light"])
    expect(reading.ignored).toEqual(["camel"])
  })

  test.each<[string, string[], string[]]>([
    ["a jar of night cream on marble, soft light", ["jar of night cream", "marble surface", "soft light"], []],
    ["a jar of day cream, golden light", ["jar of day cream", "golden light"], []],
    ["a perfume bottle, golden hour, candlelight", ["perfume bottle", "golden light"], ["candlelight"]],
    ["a mug, a book, a lamp, a clock and a vase", ["mug", "book", "lamp"], ["clock", "vase"]],
    ["a mug, a book, a lamp and a red bag of rice", ["mug", "book", "lamp"], ["red bag of rice"]],
    ["a dragon on a plate", [], ["dragon", "plate"]],
    ["a dragon on a bag of rice", [], ["dragon", "bag of rice"]],
    ["a sofa and two mugs", ["sofa", "mug"], ["two"]],
    ["a table with four legs and a mug", ["table", "legs", "mug"], []],
    ["a jar on marble, on a dark wooden table", ["jar", "marble surface"], ["dark wooden table"]],
    ["a jar on the beach in Lagos", ["jar", "beach"], ["Lagos"]],
    ["a jar on a pink background in a kitchen", ["jar", "kitchen"], ["pink background"]],
    ["a jar, top view, close up", ["jar", "top view"], ["close up"]],
    ["a jar, luxury, rustic, elegant", ["jar", "luxury mood"], ["rustic"]],
    ["a jar in red soft light", ["jar", "soft light"], ["red"]],
    ["a cup of coffee with white steam", ["cup", "coffee"], ["white steam"]],
    ["a jar with pebbles, petals, shells and green leaves", ["jar", "pebbles", "petals", "shells"], ["green leaves"]],
    ["a vase with roses, pebbles, shells and gifts", ["vase", "roses", "pebbles", "shells", "gifts"], []],
    ["roses around a perfume bottle on marble", ["perfume bottle", "marble surface"], ["roses"]],
    ["a soap, rose petals and gold balls", ["soap", "rose petals", "gold balls"], []],
    ["a mug, coffee beans around", ["mug"], ["coffee beans around"]],
    ["a bottle, lemon slices and a starfish", ["bottle"], ["lemon slices", "starfish"]],
    ["a watch on draped silk", ["watch", "silk surface"], ["draped"]],
    ["a red gift box with ornaments and confetti", ["red gift box", "ornaments"], ["confetti"]],
  ])("has every thing on one side or the other: %s", (prompt, understood, ignored) => {
    const reading = readPrompt(prompt)
    expect([reading.understood, reading.ignored]).toEqual([understood, ignored])
  })

  test("keeps apart what we know and have no use for", () => {
    expect(readPrompt("a red mug, golden hour, candlelight wahala").strange).toEqual(["wahala"])
  })

  test("tells a fourth text", () => {
    expect(readPrompt('a mug saying "A", "B", "C", "D"').ignored).toEqual(["the text “D”"])
  })

  test("a text loses its emoji, and says so", () => {
    const mug = readPrompt('a red mug that says "SALE 🎉 now"')
    expect(mug.texts).toEqual(["SALE now"])
    expect(mug.ignored).toEqual(["“🎉” in the text"])
    const neon = readPrompt('a mug with a glowing "OPEN 💡" sign behind it')
    expect(neon.neon?.text).toBe("OPEN")
    expect(neon.ignored).toEqual(["“💡” in the text"])
  })

  test("leaves no word of a strange prompt unsaid", () => {
    expect(readPrompt("purple dragon riding a unicorn").ignored.join(" ")).toContain("dragon")
  })
})

test.each([
  ["five thousand letters", "a red mug on wood ".repeat(400)],
  ["five thousand quotes", '"'.repeat(5000)],
  ["unclosed quote", 'mug saying "hello'],
  ["control letters", "\u0000\u202e\ud800 mug \uffff"],
  ["only marks", "!!! ... ,,, ((("],
  ["right to left", "حذاء أحمر"],
])("survives %s quickly", (_, prompt) => {
  expect(readPrompt(prompt).understood.length).toBeLessThan(200)
  expect(quickestOfThree(() => readPrompt(prompt))).toBeLessThan(500)
})

test.each([
  ["usual words", "an aviator handbag on the beach, golden light"],
  [
    "as many known words as a prompt holds",
    "brown leather sandals on sand, golden light, ".repeat(120).slice(0, 5_000),
  ],
  [
    "as many unknown ones",
    Array.from({ length: 800 }, (_, n) => `blorf${n}`)
      .join(" ")
      .slice(0, 5_000),
  ],
  ["one word without an end", "a".repeat(5_000)],
  ["nothing but quotes", '"'.repeat(5_000)],
])("%s are read in time for a line below the field", (_, prompt) => {
  expect(quickestOfThree(() => readPrompt(prompt))).toBeLessThan(100)
})

/** Milliseconds of the processor: what else the machine does counts for nothing. */
function quickestOfThree(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}
