import type { FeeSlug } from "#contract/catalogue/fees.ts"
import { type Maker, makers } from "#contract/catalogue/makers.ts"
import { modes } from "#contract/catalogue/modes.ts"
import { messages } from "#contract/messages.ts"
import { demoPicture, toolPicture } from "#web/content/style-pictures.ts"
import { type Example, listExamples } from "./example-pictures.ts"

/** What the ways are sorted by, in the order of the chips. */
export const groups = [
  { value: "fix", label: "My photo" },
  { value: "create", label: "Create" },
  { value: "train", label: "Train" },
  { value: "styles", label: "Styles" },
] as const

type Group = (typeof groups)[number]["value"]

/** One tool of the studio, as its card says it. */
export interface Way {
  slug: string
  to: string
  group: Group
  /** What one gets, in words of somebody who knows no tools. */
  wish: string
  title: string
  text: string
  /** Of one piece of work; undefined where that depends, or is free. */
  fee: FeeSlug | undefined
  /** Work of the engine, where it is not the drawing of a picture: what the studio says of it goes by this. */
  kind?: string | undefined
  picture?: Example | undefined
}

const kindsOfTools: Readonly<Record<string, string>> = { "photo-upscaling": "enlargement", "bg-remover": "cut-out" }

function asWay({ slug, address, purpose, wish, title, text }: Maker): Way {
  const mode = modes.find((one) => one.slug === slug)
  return {
    slug,
    to: address,
    wish,
    title,
    text,
    fee: slug,
    kind: kindsOfTools[slug],
    group: purpose === "style" ? "styles" : purpose === "photo" ? "fix" : "create",
    picture: mode
      ? listExamples(mode).find(({ picture }) => picture !== undefined)
      : { prompt: toolPictures[slug] ?? "", picture: toolPicture(slug) },
  }
}

/** What the pictures of the photo tools show. */
const toolPictures: Readonly<Record<string, string>> = {
  "bg-remover": "A photo, half of it without its background",
  "photo-upscaling": "A piece of a photo, half of it enlarged",
  scene: "A cut-out in four grounds",
  batch: "Six products without their background",
  export: "A product on white in a marketplace's frame",
  "image-to-prompt": "A picture and words beside it",
}

const isOfPhoto = ({ purpose }: Maker): boolean => purpose === "photo"

const written: readonly Way[] = [
  {
    slug: "image-to-prompt",
    to: "/generations/image-to-prompt",
    group: "create",
    wish: "Words for a picture you have",
    title: "Image to prompt",
    text: "Get the words that a picture could be drawn with, change them, and draw something like it.",
    fee: "image-to-prompt",
    kind: "description",
    picture: { prompt: toolPictures["image-to-prompt"] ?? "", picture: toolPicture("image-to-prompt") },
  },
  {
    slug: "scene",
    to: "/generations/scene",
    group: "fix",
    wish: "Your product somewhere else",
    title: "Scene",
    text: "Before a colour, before a picture of yours, or in a set. Colours and pictures are free.",
    fee: undefined,
    picture: { prompt: toolPictures.scene ?? "", picture: toolPicture("scene") },
  },
  {
    slug: "batch",
    to: "/generations/batch",
    group: "fix",
    wish: "Many photos at once",
    title: "Batch",
    text: "Without their background, larger, or before a new one: all in the same way, to download at once.",
    fee: undefined,
    picture: { prompt: toolPictures.batch ?? "", picture: toolPicture("batch") },
  },
  {
    slug: "export",
    to: "/generations/export",
    group: "fix",
    wish: "A picture ready for a shop",
    title: "Download for…",
    text: "In the size a marketplace or a network asks for, and checked against its rules. It is free.",
    fee: undefined,
    picture: { prompt: toolPictures.export ?? "", picture: toolPicture("export") },
  },
  {
    slug: "training",
    to: "/training",
    group: "train",
    wish: "A photoshoot of your product",
    title: messages.trainingTitle,
    text: "A model is made of your product from your photos, and its first shoot with it.",
    fee: "training",
    kind: "training",
    picture: { prompt: "A bag in a shoot", picture: demoPicture("Bags-demo", "made-1") },
  },
  {
    slug: "own-model",
    to: "/training-dataset",
    group: "train",
    wish: "More pictures with your model",
    title: messages.modelsTitle,
    text: "Take a model that you trained, and say where your product should be.",
    fee: "own-model",
    picture: { prompt: "A watch drawn by a model", picture: demoPicture("Watches-demo", "made-2") },
  },
]

/** Every tool: what is done with a photo that one has comes first, then what draws from words. */
export const ways: readonly Way[] = [
  ...makers.filter(isOfPhoto).map(asWay).reverse(),
  ...written.filter(({ group }) => group === "fix"),
  ...makers.filter((maker) => !isOfPhoto(maker)).map(asWay),
  ...written.filter(({ group }) => group !== "fix"),
]

/** The tools of a group, or all, that have all these words in what is said of them. */
export function findWays(group: string | undefined, words: string): Way[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return ways.filter((way) => {
    const said = `${way.wish} ${way.title} ${way.text}`.toLowerCase()
    return (group === undefined || way.group === group) && wanted.every((word) => said.includes(word))
  })
}
