/**
 * Every word the engine can act on, by what it does. Each list is written as "first meaning: other, ways, to say it";
 * plurals and capital letters need no entry of their own.
 */

/** Things that can stand in the middle of the picture, with all words for them. */
export const subjectWords = {
  perfume:
    "perfume bottle, perfume, fragrance bottle, fragrance, cologne, eau de parfum, eau de toilette, scent bottle, attar, parfum",
  bottle:
    "bottle, lotion, lotion bottle, shampoo, shampoo bottle, conditioner, body wash, body lotion, pump bottle, hand wash, sanitizer, water bottle, wine bottle, wine, oil bottle, olive oil, palm oil, juice bottle, sauce bottle, hot sauce, beer bottle, beer, zobo, zobo drink, zobo bottle, kunu, kunu drink, tiger nut drink, tiger nut milk, tigernut milk, palm wine, groundnut oil, vegetable oil, cooking oil, soya oil, coconut oil, bottled water",
  dropper:
    "dropper bottle, dropper, serum, face serum, hair serum, serum bottle, face oil, beard oil, hair oil, essential oil, tincture",
  jar: "jar, cream jar, face cream, night cream, day cream, eye cream, facial cream, body cream, moisturizer, moisturiser, shea butter, body butter, body scrub, hair butter, pomade, hair pomade, pomade jar, pomade tub, hair cream, hair cream tub, hair cream jar, cream tub, tub of hair cream, tub of pomade, tub of shea butter, tub of cream, hair food, hair relaxer, relaxer, petroleum jelly, body jelly, cosmetic jar, cosmetics, cosmetic, skincare, skin care, balm",
  tube: "tube, toothpaste, hand cream, sunscreen, sunblock, face wash, cleanser, ointment, cream tube, squeeze tube, lip gloss",
  compact: "compact, compact powder, pressed powder, face powder, powder compact, setting powder",
  lipstick: "lipstick, lip stick",
  nailpolish: "nail polish, nail varnish, nail lacquer",
  rollon:
    "roll on, roll on perfume, roll on perfume oil, roll on oil, perfume roll on, roll on bottle, perfume oil, oil perfume, rollerball",
  soap: "soap, soap bar, bar of soap, bar soap, black soap, bath bar",
  candle: "candle, scented candle, pillar candle",
  mug: "mug, coffee mug, tea mug, enamel mug",
  cup: "cup, teacup, tea cup, espresso cup, coffee cup, cup and saucer, cappuccino, latte, espresso",
  tumbler:
    "tumbler, drinking glass, glass of water, glass of juice, water glass, glass, wine glass, wineglass, goblet, champagne flute, cocktail, juice, smoothie, iced tea, lemonade",
  bowl: "bowl, salad bowl, soup bowl, calabash, mixing bowl, basket, egusi soup, egusi, ogbono soup, ogbono, okra soup, okro soup, efo riro, vegetable soup, edikaikong, afang soup, banga soup, ewedu, gbegiri, pepper soup, catfish pepper soup, goat meat pepper soup, chicken stew, tomato stew, beef stew, stew, soup",
  plate:
    "plate, dish, dinner plate, platter, saucer, crockery, dinnerware, suya, akara, puff puff, puff-puff, moi moi, moin moin, moi-moi, small chops, finger food, samosa, samosas, spring roll, spring rolls, meat pie, meat pies, fish pie, fish pies, chicken pie, chicken pies, chin chin, doughnut, doughnuts, donut, donuts, chocolate doughnut, chocolate doughnuts, jollof rice, jollof, fried rice, native rice, ofada rice, coconut rice, white rice, rice, pounded yam, eba, fufu, amala, semo, swallow, fried plantain, dodo, grilled chicken, fried chicken, peppered chicken, chicken",
  pot: "pot, cooking pot, saucepan, stock pot, stockpot, casserole, dutch oven, stew pot, soup pot",
  pan: "pan, frying pan, fry pan, skillet",
  kettle: "kettle, electric kettle, teapot, tea pot, tea kettle, coffee pot",
  ricecooker: "rice cooker, electric rice cooker, electric cooker",
  gascooker:
    "gas cooker, standing gas cooker, standing cooker, four burner gas cooker, burner gas cooker, gas oven, oven cooker, cooker oven, cooker with oven, gas cooker with oven, cooking range",
  gasstove:
    "gas stove, table top gas stove, tabletop gas stove, table gas stove, table top gas cooker, tabletop gas cooker, table gas cooker, table top cooker, burner gas stove, glass gas stove, gas burner, two burner stove, burner stove",
  fridge: "fridge, refrigerator, double door fridge, double door refrigerator, fridge freezer, fridge and freezer",
  freezer: "freezer, chest freezer, deep freezer, deep freeze, ice chest",
  generator:
    "generator, power generator, petrol generator, portable generator, gasoline generator, fuel generator, generator set, genset, petrol gen",
  extension:
    "extension socket, extension box, extension cord, extension board, extension lead, power strip, power extension, electric extension, surge protector, multi socket, multi plug",
  diapers:
    "diapers, diaper, nappies, nappy, pampers, baby diapers, baby diaper, diapers pack, diaper pack, baby diapers pack, adult diapers",
  wipes:
    "wipes, baby wipes, wet wipes, wet wipe, face wipes, facial wipes, makeup wipes, wipes pack, baby wipes pack, wet wipes pack",
  feedingbottle:
    "feeding bottle, baby bottle, baby feeding bottle, baby's bottle, nursing bottle, infant bottle, baby feeder",
  microwave: "microwave, microwave oven, micro wave, microwave cooker",
  washingmachine:
    "washing machine, automatic washing machine, front load washing machine, front loader washing machine, laundry machine, clothes washer",
  airfryer: "air fryer, airfryer, digital air fryer, electric air fryer, air fryer oven",
  stroller: "stroller, baby stroller, pushchair, push chair, baby pram, pram, buggy, baby buggy",
  toycar: "toy car, wooden toy car, toy truck, kids toy car, plastic toy car, children's toy car, toy vehicle",
  teddy: "teddy bear, teddy, teddybear, plush bear, stuffed bear, plush toy, stuffed toy, soft toy",
  mattress: "mattress, foam mattress, bed mattress, orthopedic mattress, orthopaedic mattress, spring mattress",
  curtains: "curtains, curtain, drapes, window curtain, window curtains, curtain set, blackout curtain",
  towels: "towel, bath towel, hand towel, face towel, beach towel, terry towel, cotton towel, rolled towel, towel set",
  rug: "rug, carpet, area rug, center rug, centre rug, persian rug, prayer rug, floor rug, living room rug, bedside rug, fluffy rug, shaggy rug, fluffy carpet, shaggy carpet",
  blender: "blender, electric blender, kitchen blender, smoothie blender",
  fan: "standing fan, table fan, desk fan, pedestal fan, electric fan, fan",
  iron: "pressing iron, steam iron, electric iron, dry iron, clothes iron, clothing iron",
  vase: "vase, flower vase, urn, amphora, bouquet, flower arrangement, clay pot, ceramic pot, pottery",
  planter: "planter, flower pot, flowerpot, plant pot, potted plant, house plant, houseplant, succulent, plant, cactus",
  lamp: "lamp, table lamp, desk lamp, bedside lamp, night lamp, reading lamp, floor lamp, standing lamp",
  clock: "clock, wall clock, alarm clock, desk clock, table clock",
  frame:
    "picture frame, photo frame, frame, poster, artwork, sign, signboard, sign board, billboard, placard, wall art, menu board, banner",
  cushion: "cushion, pillow, throw pillow",
  chair: "chair, dining chair, wooden chair, kitchen chair",
  stool: "stool, bar stool, ottoman, pouf",
  armchair: "armchair, arm chair, lounge chair, accent chair, club chair, easy chair",
  sofa: "sofa, couch, settee, loveseat, love seat",
  bed: "bed, double bed, king size bed, bed frame, wooden bed",
  bedding:
    "bedding, bedding set, bed set, duvet, duvet set, duvet cover, bedsheet, bed sheet, bedsheet set, bedspread, comforter, comforter set, bed cover, bed linen, beddings",
  table: "table, coffee table, side table, dining table, desk, nightstand, bedside table, console table, end table",
  ring: "ring, wedding ring, engagement ring, diamond ring, jewellery, jewelry, jewel",
  necklace: "necklace, pendant, chain necklace, locket, choker, beads, pearl necklace, chain",
  earrings: "earrings, earring, hoop earrings, stud earrings, ear ring, hoops, studs, drop earrings",
  bracelet: "bracelet, bangle, beaded bracelet, beads bracelet, bead bracelet, pearl bracelet, waist beads, anklet",
  watch: "watch, wristwatch, wrist watch, smartwatch, smart watch, timepiece, chronograph",
  sunglasses: "sunglasses, sun glasses, glasses, eyeglasses, spectacles, eyewear, reading glasses",
  hat: "hat, fedora, sun hat, straw hat, panama hat, wide brim hat, bucket hat, trilby",
  cap: "cap, baseball cap, snapback, trucker cap, face cap, dad hat, trucker hat",
  wig: "wig, human hair wig, human hair, headband wig, bob wig, pixie wig, hair wig, braid wig",
  handbag: "handbag, hand bag, purse, bag, leather bag, shoulder bag, crossbody bag, crossbody, satchel, designer bag",
  clutch: "clutch, clutch bag, clutch purse, evening clutch, evening bag, evening purse, bridal clutch",
  tote: "tote bag, tote, shopping bag, paper bag, carrier bag, shopper, gift bag",
  backpack: "backpack, back pack, rucksack, school bag, schoolbag, knapsack",
  suitcase: "suitcase, luggage, travel box, travelling box, traveling box, trolley box, carry on, travel case",
  tshirt: "t shirt, tshirt, t-shirt, tee, tee shirt",
  dress:
    "dress, gown, long dress, maxi dress, maxi gown, mini dress, summer dress, evening gown, evening dress, wedding gown, wedding dress, bridal gown, ball gown, prom dress, dinner gown, dinner dress, shirt dress, flowing gown, frock, sundress",
  kaftan:
    "kaftan, caftan, kaftan dress, kaftan gown, boubou, bubu, bubu gown, boubou gown, abaya, jalabia, jalamia, jallabiya",
  senator:
    "senator, senator wear, senator suit, senator outfit, senator kaftan, senator style, senator native, native wear, native attire, men's kaftan, mens kaftan, men kaftan",
  agbada: "agbada, grand boubou, babariga, three piece agbada, agbada set, agbada outfit",
  shirt:
    "shirt, dress shirt, button down shirt, button up shirt, button down, long sleeve shirt, short sleeve shirt, school shirt, office shirt",
  suit: "suit, men's suit, mens suit, two piece suit, three piece suit, 2 piece suit, 3 piece suit, business suit, office suit, wedding suit, tuxedo",
  blazer: "blazer, suit jacket, blazer jacket, dinner jacket, office jacket",
  uniform: "school uniform, pinafore, school pinafore, school dress, pinafore dress, girls school uniform",
  romper:
    "romper, baby romper, onesie, baby onesie, baby clothes, baby bodysuit, baby body suit, bodysuit, baby wear, baby jumpsuit, baby outfit, sleepsuit, baby sleepsuit",
  singlet: "singlet, tank top, vest top, sleeveless top, camisole, undershirt, gym vest, vest",
  blouse: "blouse, ladies blouse, women's blouse, office blouse, chiffon blouse, chiffon top, ladies top, ladies' top",
  bonnet: "bonnet, hair bonnet, satin bonnet, silk bonnet, sleep bonnet, sleeping bonnet, night bonnet",
  polo: "polo shirt, polo, polo top, golf shirt",
  hoodie:
    "hoodie, hooded sweatshirt, hooded sweater, pullover hoodie, zip hoodie, sweatshirt, sweat shirt, crewneck sweatshirt",
  trousers:
    "trouser, trousers, jeans, denim jeans, blue jeans, denim trousers, pants, chinos, palazzo, palazzo pants, cargo pants, slacks, suit trousers, shorts, denim shorts",
  skirt:
    "skirt, school skirt, pleated school skirt, midi skirt, maxi skirt, mini skirt, pleated skirt, pencil skirt, long skirt, flare skirt, flared skirt",
  headwrap: "head wrap, headwrap, turban, turban cap, headscarf, head scarf",
  gele: "gele, aso oke gele, auto gele, head tie, headtie, tied head wrap, headgear",
  fabric:
    "fabric, ankara fabric, adire fabric, adire cloth, cloth, lace, cord lace, french lace, swiss lace, dry lace, guipure, guipure lace, lace material, material, velvet fabric, silk fabric, aso oke fabric, adire, aso oke, scarf, shawl, wrapper, textile, folded cloth, blanket, wax print, ankara cloth, ankara",
  sneaker: "sneaker, trainers, trainer, running shoe, sports shoe, tennis shoe, shoe, canvas shoe, kicks",
  formalshoe:
    "formal shoe, leather shoe, oxford shoe, oxford, brogue, derby shoe, loafer, moccasin, dress shoe, office shoe, corporate shoe, slip on shoe",
  sandal: "sandal, slippers, slipper, slides, flip flop, flipflop, palm slippers, leather slippers",
  heel: "heel, high heel, stiletto, court shoe, high heeled shoe, high-heeled shoe",
  phone: "phone, smartphone, smart phone, mobile phone, cell phone, cellphone, iphone, android phone, tablet, ipad",
  laptop: "laptop, notebook computer, macbook, computer, laptop computer",
  monitor: "monitor, computer monitor, desktop monitor, computer screen",
  television:
    "television, tv, flat screen, flat screen tv, smart tv, smart television, led tv, television set, tv set, plasma tv",
  tvstand: "tv stand, television stand, tv cabinet, tv console, tv unit, media console, tv shelf, tv table",
  wardrobe: "wardrobe, closet, armoire, clothes wardrobe",
  cabinet: "cabinet, sideboard, cupboard, kitchen cabinet, chest of drawers, drawer chest, storage cabinet",
  bookshelf: "bookshelf, book shelf, bookcase, book case, shelving unit, shelf unit",
  earbuds:
    "earbuds, ear buds, earbud, wireless earbuds, bluetooth earbuds, earpods, ear pods, airpods, air pods, airpod, earpod, bluetooth earpiece, wireless earphones, bluetooth earphones",
  powerbank: "power bank, powerbank, portable charger",
  headphones: "headphones, headphone, headset",
  speaker: "speaker, bluetooth speaker, loudspeaker, smart speaker",
  camera: "camera, dslr, mirrorless camera, film camera, photo camera, vintage camera, digital camera",
  book: "book, novel, notebook, journal, diary, hardcover, textbook, bible",
  fruit:
    "fruit, apple, mango, mangoes, pear, orange, lemon, lime, peach, plum, avocado, tangerine, fruit bowl, fruit basket",
  eggs: "eggs, egg crate, egg tray",
  plantain: "plantain, plantains, ripe plantain, ripe plantains, banana, bananas",
  yam: "yam, yams, yam tuber, yam tubers",
  produce:
    "tomato, tomatoes, fresh tomatoes, rodo, ata rodo, scotch bonnet, scotch bonnets, tatashe, red pepper, red peppers, fresh pepper, fresh peppers, peppers, onion, onions, red onion, red onions, fresh onions",
  cake: "cake, birthday cake, chocolate cake, wedding cake, cheesecake",
  bread:
    "bread, bread loaf, loaf of bread, loaf, sliced bread, agege bread, wheat bread, brown bread, white bread, sandwich loaf",
  fish: "fish, fresh fish, titus, titus fish, fresh titus, mackerel, mackerel fish, fresh mackerel, tilapia, tilapia fish, fresh tilapia, croaker, croaker fish, fresh croaker, catfish, cat fish, fresh catfish, smoked catfish, smoked fish, smoked mackerel, smoked titus, dried fish, dry fish, dried catfish, dried mackerel",
  doll: "doll, rag doll, cloth doll, baby doll, african doll, ankara doll, toy doll",
  keg: "keg, jerrycan, jerry can, oil keg, plastic keg, water keg",
  ringlight: "ring light, selfie light, selfie ring light, led ring light",
  burger: "burger, hamburger, cheeseburger",
  can: "can, soda can, drink can, tin can, soft drink, energy drink, soda, tin of tomato paste, tomato paste tin, tomato paste can, tin tomato paste, tomato paste, tin tomato, tinned tomato, tomato tin, sardine, sardines, sardine tin, sardine can, tin of sardine, tin of mackerel, mackerel tin",
  pouch: "pouch, packet, sachet, coffee bag, doypack, snack bag, chips bag, packaging, package, chips, coffee beans",
  watersachet: "pure water, sachet water, water sachet, pure water sachet, sachet pure water",
  cupcake: "cupcake, cup cake, chocolate cupcake, chocolate cup cake, vanilla cupcake, red velvet cupcake",
  wallet: "wallet, leather wallet, men's wallet, mens wallet, card wallet, bifold wallet",
  phonecase: "phone case, phone cover, phone pouch, iphone case, phone back case, smartphone case, silicone phone case",
  crate: "bottle crate, drinks crate, drink crate, beer crate, malt crate, plastic bottle crate",
  sack: "sack, rice sack, flour sack, burlap sack, jute sack",
  box: "gift box, giftbox, present, gift, box, carton, parcel",
  car: "car, sedan, automobile, vehicle, hatchback, coupe, sports car, taxi, toyota",
  dumbbell: "dumbbell, dumb bell, weights, hand weight",
  kettlebell: "kettlebell, kettle bell",
  yogamat: "yoga mat, exercise mat, gym mat, fitness mat",
  ball: "ball, football, soccer ball, basketball, tennis ball",
  drum: "drum, talking drum, djembe",
} as const

/** One kind of thing the engine knows by name. */
export type SubjectWord = keyof typeof subjectWords

/** Parts of things that may have a colour and a material of their own. */
export const partWords = {
  cap: "cap, lid, cover, stopper, top, cork, closure, pump",
  gem: "gem, stone, gemstone, jewel, diamond, ruby, emerald, sapphire, pearl, topaz, amethyst, crystal, opal, garnet, solitaire, pearls, diamonds, pendant, locket",
  label: "label, sticker, tag, logo, brand, branding, wrap",
  strap: "strap, band, chain, belt, straps, wristband, cord, rope, ribbon, bow, lace, laces, shoelaces",
  handle: "handle, handles, grip, knob",
  sole: "sole, soles, outsole, midsole",
  legs: "legs, leg, feet, base, foot, stand, mannequin head, wig stand, wig head, head stand, display head, pedestal base, wheels, wheel, rims, tyres, tires",
  shade: "shade, lampshade, brim, visor, canopy",
  dial: "dial, face, screen, display, lens, lenses",
  filling:
    "flowers, flower, roses, rose, tulips, tulip, lilies, daisies, sunflowers, hibiscus, orchids, pampas, dried grass, leaves, eucalyptus, branches, stems, coffee, tea, water, honey, juice, milk, sauce, icing, frosting, cushions, cushion, pillows, seat, upholstery, lining, wax, liquid, hot chocolate, rice, jollof rice, jollof, fried rice, native rice, ofada rice, coconut rice, white rice, soup, egusi soup, egusi, ogbono soup, ogbono, okra soup, okro soup, efo riro, vegetable soup, edikaikong, afang soup, banga soup, ewedu, gbegiri, pepper soup, catfish pepper soup, goat meat pepper soup, chicken stew, tomato stew, beef stew, stew, salad, akara, puff puff, small chops, samosa, spring roll, meat pie, chin chin, doughnut, donut, suya, zobo, fruit, fruits",
  side: "pounded yam, eba, fufu, amala, semo, swallow, fried plantain, dodo, grilled chicken, fried chicken, peppered chicken, chicken",
  holder: "holder, planter pot, charging case",
  trim: "embroidery, embroidery work, embroidered neck, embroidered neckline, neck embroidery, embroidered chest, trim, trimming",
  hanger:
    "hanger, coat hanger, cloth hanger, clothes hanger, clothes rail, clothing rail, garment rail, rail, clothes rack, clothing rack, garment rack",
  form: "mannequin, dress form, tailor's form, body form, bust form, dummy, tailor's dummy, dressmaker's dummy",
} as const

/** A named part of a subject. */
export type PartWord = keyof typeof partWords

/** Materials by name. "gold" and its kin are also colours; as materials they are metals. */
export const materialWords = {
  glass: "glass, transparent, see through, see-through, clear, translucent, tinted glass",
  frosted: "frosted glass, frosted, satin glass, milky glass",
  crystal: "crystal, cut glass",
  gold: "gold, golden, gilded, gold plated, gold-plated, 18k gold, 24k gold",
  silver: "silver, sterling silver, white gold, platinum, silver plated",
  "rose gold": "rose gold",
  copper: "copper",
  bronze: "bronze",
  brass: "brass",
  steel: "steel, stainless steel, metal, metallic, aluminium, aluminum, iron, titanium, cast iron, tin",
  chrome: "chrome, chromed, mirror polished",
  ceramic: "ceramic, porcelain, china, glazed, enamel, stoneware, earthenware",
  clay: "clay, terracotta, unglazed, pottery",
  plastic: "plastic, acrylic, resin, rubber, silicone, vinyl",
  matte: "matte, matt, satin",
  glossy: "glossy, shiny, lacquered, polished, lacquer, varnished, patent",
  leather: "leather, suede, leatherette, faux leather, croc, snakeskin",
  fabric:
    "fabric, cotton, canvas, denim, wool, woollen, woolen, felt, polyester, nylon, knitted, knit, boucle, tweed, cloth, textile, jersey",
  velvet: "velvet, plush, corduroy",
  linen: "linen, burlap, jute, hessian, muslin",
  silk: "silk, satin fabric, chiffon",
  wood: "wood, wooden, oak, walnut, teak, mahogany, pine, bamboo, timber, ebony wood, plywood, birch, beech",
  rattan: "rattan, wicker, straw, raffia, woven, cane, seagrass",
  marble: "marble, quartz, onyx, granite, terrazzo, travertine",
  stone: "stone, concrete, cement, slate, rock, limestone, plaster, stucco, sandstone",
  paper: "paper, cardboard, kraft, kraft paper, craft paper",
  wax: "wax, beeswax, soy wax",
} as const

/** One material of the list above. */
export type MaterialWord = keyof typeof materialWords

/** Patterns printed or woven on a thing. */
export const patternWords = {
  striped: "striped, stripes, stripe, pinstripe, lined",
  dotted: "dotted, polka dot, polka dots, spotted, speckled, dots",
  checked: "checked, checkered, plaid, tartan, gingham, chequered",
  ankara:
    "ankara, ankara print, african print, wax print, wax-print, kente, batik, tribal print, african pattern, dashiki print, kitenge",
  adire: "adire, adire print",
  floral: "floral, flower pattern, flower print, botanical print",
  lace: "lace, cord lace, corded lace, french lace, guipure lace, guipure, swiss lace, dry lace, voile lace, net lace, embroidered lace",
  ribbed: "ribbed, fluted, ridged, quilted, grooved",
} as const

/** One pattern of the list above. */
export type PatternWord = keyof typeof patternWords
