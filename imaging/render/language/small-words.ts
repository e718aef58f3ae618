/** Words between things: how the next noun relates to the one before. */
export const relationWords: Readonly<Record<string, "on" | "in" | "with" | "of" | "near">> = {
  on: "on",
  upon: "on",
  atop: "on",
  onto: "on",
  over: "on",
  against: "on",
  in: "in",
  inside: "in",
  at: "in",
  within: "in",
  under: "in",
  beneath: "in",
  by: "near",
  beside: "near",
  near: "near",
  behind: "near",
  next: "near",
  between: "near",
  among: "near",
  amid: "near",
  around: "near",
  surrounded: "near",
  facing: "near",
  through: "in",
  from: "in",
  for: "near",
  with: "with",
  featuring: "with",
  holding: "with",
  wearing: "with",
  including: "with",
  plus: "with",
  containing: "of",
  of: "of",
  "made from": "of",
  full: "of",
  filled: "of",
}

/** Relations of several words. */
export const relationPhrases: readonly (readonly [string, "on" | "in" | "near"])[] = [
  ["in front of", "near"],
  ["on top of", "on"],
  ["inside of", "in"],
  ["next to", "near"],
  ["to the left of", "near"],
  ["to the right of", "near"],
]

/** What relations say of the thing before them; the others say "beside" or nothing. */
export const sideWords: Readonly<Record<string, "on" | "in" | "behind" | "before" | "beside">> = {
  on: "on",
  upon: "on",
  atop: "on",
  onto: "on",
  "on top of": "on",
  in: "in",
  inside: "in",
  "inside of": "in",
  within: "in",
  behind: "behind",
  "in front of": "before",
  against: "before",
  beside: "beside",
  near: "beside",
  by: "beside",
  "next to": "beside",
}

/** Words that mean the thing already named. */
export const pronouns: ReadonlySet<string> = new Set(["it", "them", "this", "that", "top", "there"])

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Grammar words that carry nothing to draw. */
export const stopWords = list(`a an the and or is are was be been being it its it's this that these those there to my
  your our his her their some any very really quite so just as i we you he she they me us which who whose has have
  had having into like up down off out about than then also too while please let's let one's each other both all only
  more most such own same could would should will may might do does did per via etc s`)

/** Words about the picture itself or about quality: every picture tries to be these, so they are neither understood nor ignored. */
export const fillerWords =
  list(`photo photos photograph photographs photography picture pictures image images shot shots
  render rendering rendered product products professional commercial advertising advertisement advert ad ads marketing
  campaign catalog catalogue ecommerce e-commerce mockup mock-up scene composition style styled aesthetic design designed
  view look looking high quality resolution ultra hd uhd 4k 8k hdr best detailed details detail intricate sharp focus
  focused realistic photorealistic photo-realistic hyperrealistic realism real lifelike beautiful nice stunning gorgeous
  amazing pretty lovely great good perfect awesome create generate make draw show want need give depth field shallow
  bokeh blurred blurry blur lens mm dof octane unreal engine trending artstation unsplash masterpiece award winning
  editorial magazine-quality centered centred center centre middle front sitting standing placed resting lying set
  displayed standing floating hanging presented positioned arranged showing shown made sits stands lies rests shaped
  colour color colours colors coloured colored tone tones tint hue shade material texture textured light lights lighting
  lit illuminated surface background-free isolated new brand-new thing things object item items piece lots lot
  kind type version finish mood feel vibe vibes atmosphere ambience ambient effect effects background-blur 3d cgi iso f
  canon nikon sony hasselblad kodak 50mm 85mm 35mm 100mm crisp vivid-colours stylish trendy single object-only props
  men's mens women's womens ladies ladies' gents unisex
  part top side bottom left right back foreground open closed empty fine`)

/** Nouns that, right after a known thing, make it another thing we cannot draw ("car key", "shoe rack"). */
export const strangeHeads = list(`key keys rack charger cable tree seller maker factory driver player repair park race
  lover story wash door seat engine cover-up polish pedal machine hook plantation juice-maker spider`)

/** Names of things we cannot draw, some of whose words we know as something else. */
export const strangeCompounds: ReadonlySet<string> = new Set(
  `fish pie,fish roll,fish tank,fish bowl,fish stew,fish oil,fish feed,fish cake,fish net,fish pond,doll house,car seat,bath tub,hot tub,onion ring,onion soup,spring onion,life vest,safety vest,swim suit,track suit,jump suit,wet suit,space suit,suit case,suit cover,suit bag,polo neck,polo neck sweater,towel rail,curtain rail,wardrobe hanger,phone stand,phone holder,cup holder,freezer bag,paper towel,sanitary towel,kitchen towel,cake stand,hat stand,shoe stand,watch strap,watch band,
  pillow case,table cloth,table top,table mat,book end,car battery,car tyre,drum set,ear phones,
  hair band,hair clip,face mask,body spray,ice cream,soap dish,tea bag,pot stand,
  pressure cooker,slow cooker,ceiling fan,wall fan,extractor fan,light bulb,mattress cover,mattress protector,wig cap,bread basket,bread bin,camera stand,box braids,gift card,flower crown`
    .split(",")
    .map((name) => name.trim()),
)

/** Words that stand between the nouns of a name ("lace front wig"). */
export const withinCompounds = list("front back top bottom side set double")

/** Endings of words that describe or happen, and name no thing. */
export const neverNouns = /(?:ing|ed|ly|ic|al|ful|less|ous|ive|able|ible|(?<!f)ish)$/

/** What things do in prompts, where a name could stand as well ("a candle burns"). */
export const actions =
  list(`burns glows shines sparkles gleams glistens rests hangs floats catches reflects spills pours drips melts steams smokes
  leans faces casts fills holds shows looks rotates spins flies falls rises outdoors indoors alone together nearby here away`)

/** Words that announce lettering, and whether unquoted words after them are the text. */
export const lettering: Readonly<Record<string, "always" | "capitals">> = {
  says: "always",
  saying: "always",
  reads: "always",
  reading: "capitals",
  text: "capitals",
  word: "capitals",
  words: "capitals",
  lettering: "capitals",
  letters: "capitals",
  written: "capitals",
  titled: "capitals",
  labelled: "capitals",
  labeled: "capitals",
  named: "capitals",
  called: "capitals",
  name: "capitals",
  branded: "capitals",
  slogan: "capitals",
  caption: "capitals",
  headline: "capitals",
  inscription: "capitals",
  engraved: "capitals",
  printed: "capitals",
  initials: "capitals",
  logo: "capitals",
  brand: "capitals",
  label: "capitals",
}

/** After a number they measure the thing that follows ("a 5 kg bag", "a 3 seater sofa"): the number counts no things. */
export const units =
  list(`kg kgs kilo kilos kilogram kilograms g gram grams mg lb lbs pound pounds oz ounce ounces ml cl dl l
  litre litres liter liters gallon gallons pint pints mm cm m metre metres meter meters inch inches ft yard yards
  gb tb mb mp mah w watt watts kw v volt volts hz ct carat carats karat karats seater ply tier layer drawer door burner burners
  strand piece pc year day star`)

/** Whose size a number is ("size UK 8"). */
export const sizeSystems = list("uk us eu")

/** Nouns for lettering, which nobody wants after "no". */
export const letteringNouns =
  list(`text texts word words letters lettering writing slogan slogans caption captions inscription name names logos labels
  initials print`)

/** What no picture of ours has: "no watermark" is kept without doing anything. */
export const neverDrawn =
  list(`watermark watermarks signature people person persons human humans hand hands model models
  crowd animal animals`)

/** Words that turn the next noun off. */
export const negations = list("no without not minus excluding")
