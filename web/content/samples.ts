/** A picture of ours with the very words that drew it. */
export interface Sample {
  /** Its name in `pictures.json`. */
  picture: string
  /** Mode that draws in its style. */
  modeSlug: string
  prompt: string
}

export const samplesTitle = "Samples of ours"
export const samplesText =
  "Drawn for this page by the local engine, by the words under each. The things are made up: nobody sells them."

export const samples: readonly Sample[] = [
  {
    picture: "category-bags-2",
    modeSlug: "flux-dev-realism",
    prompt: "an ankara print tote bag on a wooden chair, soft light",
  },
  {
    picture: "category-decor-2",
    modeSlug: "flux-dev-realism",
    prompt: "a scented candle in an amber glass on linen, candlelight",
  },
  {
    picture: "category-fashion-2",
    modeSlug: "flux-dev-realism",
    prompt: "a white t-shirt on an indigo background, soft studio light",
  },
  {
    picture: "mode-flux1.1-pro",
    modeSlug: "flux1.1-pro",
    prompt: "a terracotta pot on a wooden table, soft window light",
  },
  {
    picture: "category-food-2",
    modeSlug: "flux-dev-realism",
    prompt: "a glass of orange juice with a lime on a market stall, morning light",
  },
  {
    picture: "category-footwear-2",
    modeSlug: "flux-dev-realism",
    prompt: "a white sneaker with an ochre sole on an indigo podium, studio light",
  },
  {
    picture: "category-furniture-2",
    modeSlug: "flux-dev-realism",
    prompt: "a walnut coffee table on a clay background, soft light",
  },
  {
    picture: "mode-flux1.1-ultra",
    modeSlug: "flux1.1-ultra",
    prompt: "a blue glass perfume bottle with a gold cap on black stone, dramatic light",
  },
  {
    picture: "category-glasses-2",
    modeSlug: "flux-dev-realism",
    prompt: "gold round glasses on indigo cloth, soft light",
  },
  {
    picture: "category-goods-2",
    modeSlug: "flux-dev-realism",
    prompt: 'a coffee pouch labelled "KOFI" on a wooden table, morning light',
  },
  {
    picture: "category-gym-2",
    modeSlug: "flux-dev-realism",
    prompt: "a rolled indigo yoga mat on a wooden floor, morning light",
  },
  {
    picture: "mode-flux-dev-realism",
    modeSlug: "flux-dev-realism",
    prompt: "a jar of shea butter on linen, morning light",
  },
  {
    picture: "category-hats-2",
    modeSlug: "flux-dev-realism",
    prompt: "an indigo felt fedora on a chalk podium, soft light",
  },
  {
    picture: "category-jewelry-2",
    modeSlug: "flux-dev-realism",
    prompt: "a coral bead bracelet on a clay podium, warm light",
  },
  {
    picture: "category-kitchenware-2",
    modeSlug: "flux-dev-realism",
    prompt: "a steel pot on a wooden table in a kitchen, warm light",
  },
  { picture: "mode-dalle3", modeSlug: "dalle3", prompt: "a red gift box with a gold ribbon on a chalk background" },
  {
    picture: "category-products-2",
    modeSlug: "flux-dev-realism",
    prompt: "a bar of black soap on stone, close-up, soft light",
  },
  { picture: "category-tech-2", modeSlug: "flux-dev-realism", prompt: "a black phone on black stone, dramatic light" },
  { picture: "category-vehicles-2", modeSlug: "flux-dev-realism", prompt: "a white car in the desert, golden light" },
  {
    picture: "mode-flux-ultra-realistic",
    modeSlug: "flux-ultra-realistic",
    prompt: "a leather handbag on a podium, studio light",
  },
  {
    picture: "category-watches-2",
    modeSlug: "flux-dev-realism",
    prompt: "a steel watch with a brown leather strap on a wooden table, window light",
  },
  {
    picture: "category-bags-1",
    modeSlug: "flux-dev-realism",
    prompt: "a tan leather handbag on a podium, studio light",
  },
  {
    picture: "category-decor-1",
    modeSlug: "flux-dev-realism",
    prompt: "a white ceramic vase with dried grass on a wooden table, window light",
  },
  {
    picture: "mode-embed_text_flux",
    modeSlug: "embed_text_flux",
    prompt: '"AWORAN" on the label of a white jar, marble table',
  },
  {
    picture: "category-fashion-1",
    modeSlug: "flux-dev-realism",
    prompt: "folded blue and ochre ankara fabric with a wooden stool, warm light",
  },
  {
    picture: "category-food-1",
    modeSlug: "flux-dev-realism",
    prompt: "a clay bowl of jollof rice on a wooden table, warm window light",
  },
  {
    picture: "category-footwear-1",
    modeSlug: "flux-dev-realism",
    prompt: "brown leather sandals on sand, golden light",
  },
  { picture: "mode-video_game_style", modeSlug: "video_game_style", prompt: "a red car in the city at night" },
  {
    picture: "category-furniture-1",
    modeSlug: "flux-dev-realism",
    prompt: "a green velvet armchair beside a floor lamp in a living room, evening light",
  },
  { picture: "category-glasses-1", modeSlug: "flux-dev-realism", prompt: "black sunglasses on white sand, bright sun" },
  {
    picture: "category-goods-1",
    modeSlug: "flux-dev-realism",
    prompt: "a kraft gift box with an ochre ribbon on a chalk background, soft light",
  },
  { picture: "mode-ghibsky-style", modeSlug: "ghibsky-style", prompt: "a vase with dried grass in a garden" },
  {
    picture: "category-gym-1",
    modeSlug: "flux-dev-realism",
    prompt: "a steel dumbbell on a concrete podium, dramatic light",
  },
  { picture: "category-hats-1", modeSlug: "flux-dev-realism", prompt: "a straw hat on the beach, morning light" },
  {
    picture: "category-jewelry-1",
    modeSlug: "flux-dev-realism",
    prompt: "a gold ring with a ruby red gem on indigo cloth, soft light",
  },
  { picture: "mode-tok-style", modeSlug: "tok-style", prompt: "a perfume bottle on a podium" },
  {
    picture: "category-kitchenware-1",
    modeSlug: "flux-dev-realism",
    prompt: "a blue enamel mug on a market stall with ankara cloth, morning light",
  },
  {
    picture: "category-products-1",
    modeSlug: "flux-dev-realism",
    prompt: "a sage green cream jar with a gold lid on linen, soft window light",
  },
  {
    picture: "category-tech-1",
    modeSlug: "flux-dev-realism",
    prompt: "silver headphones on a chalk podium, soft light",
  },
  { picture: "mode-cnstill-style", modeSlug: "cnstill-style", prompt: "a camera on a table in the city at night" },
  {
    picture: "category-vehicles-1",
    modeSlug: "flux-dev-realism",
    prompt: "a red car in the city at night",
  },
  {
    picture: "category-watches-1",
    modeSlug: "flux-dev-realism",
    prompt: "a gold wrist watch on black stone, dramatic light",
  },
]
