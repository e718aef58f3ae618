/** Words for everything around the subject: where it stands, on what, in which light, seen from where. */

/** Surroundings behind the subject. */
export const placeWords = {
  studio:
    "studio, seamless background, backdrop, plain background, plain backdrop, solid background, background, infinity cove, photo studio, sweep, wall",
  kitchen: "kitchen, kitchen counter, countertop, counter, worktop, stove, cooker, bakery",
  "living-room":
    "living room, lounge, sitting room, parlour, parlor, interior, home, room, bedroom, apartment, house, hotel",
  bathroom: "bathroom, spa, shower, bathtub, bath, sink, washroom, salon",
  cafe: "cafe, café, coffee shop, restaurant, bar, bistro, diner",
  office: "office, workspace, desk setup, workplace, co working space, library, classroom, school",
  market: "market, market stall, stall, bazaar, marketplace, street market, balogun market, shop, store, boutique",
  beach: "beach, seaside, shore, ocean, sea, coast, seashore, tropical beach, island, waves, lagoon, bar beach",
  forest: "forest, woods, jungle, rainforest, woodland, moss, mossy, trees, nature, wild, wilderness, tree",
  garden:
    "garden, park, lawn, meadow, backyard, greenhouse, orchard, field, farm, grass, outdoors, outdoor, patio, terrace",
  desert: "desert, dunes, dune, sahara, savanna, savannah, sahel, canyon",
  balcony: "balcony, lagos balcony, city balcony",
  city: "city, city night, night city, street, downtown, urban, cyberpunk, times square, road, lagos, tokyo, skyline, city lights, alley, night street, asphalt, club, nightclub",
  sky: "sky, clouds, cloud, heaven, heavenly, dreamy clouds, blue sky",
  snow: "snow, snowy, winter, ice, icy, frost, arctic, mountain, mountains",
  gym: "gym, gymnasium, fitness studio, workout room, training room, fitness center",
} as const

/** One place of the list above. */
export type PlaceWord = keyof typeof placeWords

/** What the subject rests on. */
export const surfaceWords = {
  marble:
    "marble surface, marble slab, marble table, marble floor, marble counter, marble countertop, marble top, marble tile",
  wood: "wood surface, table, tabletop, desk, plank, floorboard, deck, bench, floor, table top, shelf, crate, dresser, nightstand, coffee table, side table, dining table, bedside table, board, cutting board, chopping board, workbench",
  linen:
    "linen cloth, tablecloth, linen fabric, napkin, bed sheet, sheets, towel, blanket, draped cloth, draped fabric, folded cloth",
  stone: "stone surface, slab, rock, rocks, boulder, pavement, tiles, tile, pebbles surface, cement floor",
  sand: "sand, sandy",
  grass: "grass surface, lawn surface",
  ankara:
    "ankara cloth, ankara fabric, wax print cloth, african fabric, kente cloth, african print fabric, printed cloth",
  adire: "adire cloth, adire fabric, adire surface",
  velvet: "velvet cloth, velvet cushion, velvet surface, velvet fabric",
  silk: "silk cloth, silk sheet, satin sheet, silk fabric, satin cloth, satin",
  water: "water surface, rippling water, wet surface, puddle, pool",
  mirror: "mirror surface, reflective surface, black mirror, glossy surface, black acrylic, glossy floor",
  leather: "leather surface",
  rug: "rug, carpet, mat",
} as const

/** One surface of the list above. */
export type SurfaceWord = keyof typeof surfaceWords

/** Materials that, standing alone after "on", mean a surface of that material. */
export const surfaceOfMaterial: Readonly<Record<string, SurfaceWord>> = {
  marble: "marble",
  wood: "wood",
  linen: "linen",
  stone: "stone",
  velvet: "velvet",
  silk: "silk",
  fabric: "linen",
  leather: "leather",
  paper: "linen",
  rattan: "linen",
  clay: "stone",
  glass: "mirror",
}

/** Raised stands. */
export const standWords = {
  podium:
    "podium, pedestal, plinth, display stand, stage, platform, riser, display, turntable, column, cylinder stand, block",
} as const

/** Lights; the words may stand with or without "light" or "lighting" after them. */
export const lightWords = {
  soft: "soft light, soft lighting, softbox, diffused light, diffuse light, even light, studio light, studio lighting, natural light, overcast, gentle light, soft shadows, bright light, airy, high key, flat light, flat dull light",
  golden:
    "golden light, golden hour, golden, sunset, sunrise, warm light, warm lighting, dusk, dawn, warm sun, evening sun, late afternoon, warm, evening light, warm glow, golden glow, golden sunlight",
  daylight:
    "sunlight, daylight, sunny, sun, window light, morning light, bright sun, noon, hard light, dappled light, leaf shadows, palm shadow, palm shadows, hard shadows, harsh light, midday, morning sun, morning, summer light, sun rays",
  harmattan: "harmattan light, harmattan, harmattan haze, harmattan morning, dusty light, hazy light, haze, hazy",
  dramatic:
    "dramatic light, dramatic lighting, dramatic, moody light, moody lighting, moody, low key, spotlight, spot light, dark background, chiaroscuro, rim light, shadowy, mysterious, dark moody, dark, cinematic light, cinematic lighting, noir, black background",
  neon: "neon light, neon lights, neon lighting, neon, neon glow, cyberpunk light, synthwave, vaporwave, led light, led lights, pink and blue light, glowing lights",
  candlelight:
    "candlelight, candle light, firelight, fireplace, cosy light, cozy light, lamplight, lamp light, cosy, cozy, intimate light, fairy lights, warm evening, warm evening light",
  moonlight:
    "moonlight, moonlit, moon, night, cold light, cool light, blue hour, midnight, blue light, twilight, at night",
} as const

/** One light of the list above. */
export type LightWord = keyof typeof lightWords

/** Where the picture is taken from. */
export const viewWords = {
  front: "front view, eye level, straight on, head on, frontal, frontal view, front",
  top: "top view, flat lay, flatlay, overhead, from above, bird's eye view, birds eye view, top down, top-down, overhead shot, aerial view",
  close:
    "close up, close-up, closeup, macro, detail shot, macro shot, close shot, zoomed in, extreme close up, up close",
  low: "low angle, from below, worm's eye view, hero shot, heroic angle, low shot, ground level",
  side: "side view, profile view, from the side, profile, side on, side angle",
  wide: "wide shot, wide angle, wide view, full shot, far away, from afar, long shot",
  "three-quarter":
    "three quarter view, three-quarter view, 3/4 view, angled view, three quarter, isometric, at an angle, angled",
} as const

/** One view of the list above. */
export type ViewWord = keyof typeof viewWords

/** Moods: they choose palette and props where the person named none. */
export const moodWords = {
  minimal:
    "minimal, minimalist, minimalistic, clean, simple, modern, sleek, scandinavian, uncluttered, plain, contemporary, japandi",
  luxury:
    "luxury, luxurious, elegant, premium, expensive, royal, glamorous, opulent, high end, high-end, sophisticated, rich, chic, classy, exquisite",
  rustic:
    "rustic, vintage, retro, antique, old, handmade, handcrafted, artisan, organic, natural, earthy, boho, farmhouse, traditional, african, nigerian, artisanal, classic",
  fresh:
    "fresh, summer, tropical, spring, cool, vibrant mood, refreshing, playful, fun, colourful, colorful, cheerful, juicy, lively",
  festive:
    "festive, christmas, party, celebration, birthday, valentine, valentines, romantic, eid, easter, wedding, holiday, love, new year",
} as const

/** One mood of the list above. */
export type MoodWord = keyof typeof moodWords

/** Small things that may lie around the subject. */
export const propWords = {
  pebbles: "pebbles, pebble, stones, zen stones, river stones, rocks around",
  "dried grass": "dried grass, pampas grass, dried flowers, wheat, reeds, dried stems, dry grass",
  leaves:
    "leaves, palm leaves, palm leaf, green leaves, foliage, greenery, plants, ferns, fern, leaf, monstera leaves, tropical leaves",
  petals:
    "petals, rose petals, flower petals, flowers, flower, roses, rose, blossoms, blossom, orchid, orchids, jasmine, tulips, daisies, hibiscus, lilies, sunflowers",
  beads:
    "beads around, pearls around, golden spheres, spheres, balls, bubbles, marbles, gold balls, orbs, baubles, ornaments",
  cloth: "folded linen",
  books: "stack of books, old books, pile of books",
  citrus: "citrus, orange slices, lemon slices, oranges around, lemons around, slices",
  cinnamon: "cinnamon, cinnamon sticks, coffee beans around, spices",
  shells: "shells, seashells, sea shells, starfish, shell",
  gifts: "gifts, presents, confetti",
  candles: "candles around, lit candles",
  smoke: "smoke, steam, mist, fog, misty, foggy, steaming",
} as const

/** One kind of prop of the list above. */
export type PropWord = keyof typeof propWords

/** Size and proportion words: how the thing is stretched in width and in height. */
export const sizeWords: Readonly<Record<string, { name: string; wide: number; tall: number }>> = {
  tall: { name: "tall", wide: 0.94, tall: 1.22 },
  slim: { name: "slim", wide: 0.84, tall: 1.06 },
  slender: { name: "slim", wide: 0.84, tall: 1.1 },
  thin: { name: "slim", wide: 0.84, tall: 1.0 },
  short: { name: "short", wide: 1.04, tall: 0.82 },
  squat: { name: "short", wide: 1.1, tall: 0.8 },
  wide: { name: "wide", wide: 1.16, tall: 0.96 },
  chunky: { name: "chunky", wide: 1.14, tall: 0.98 },
  thick: { name: "chunky", wide: 1.12, tall: 1 },
  long: { name: "long", wide: 1.12, tall: 1 },
  small: { name: "small", wide: 0.9, tall: 0.9 },
  little: { name: "small", wide: 0.9, tall: 0.9 },
  tiny: { name: "tiny", wide: 0.8, tall: 0.8 },
  mini: { name: "small", wide: 0.86, tall: 0.86 },
  big: { name: "large", wide: 1.08, tall: 1.08 },
  large: { name: "large", wide: 1.08, tall: 1.08 },
  huge: { name: "large", wide: 1.12, tall: 1.12 },
  oversized: { name: "large", wide: 1.12, tall: 1.12 },
}

/** Outline words: which variant of a thing is meant, for things that have one. */
export const outlineWords: Readonly<Record<string, "round" | "square">> = {
  round: "round",
  rounded: "round",
  circular: "round",
  oval: "round",
  spherical: "round",
  cylindrical: "round",
  square: "square",
  rectangular: "square",
  boxy: "square",
  cubic: "square",
  angular: "square",
  geometric: "square",
}
