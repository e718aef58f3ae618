/** Who does a step: the system by itself, the owner, or we when it is set up. */
export type Doer = "system" | "owner" | "us"

/** One of the systems that are set up for a business. */
export interface BusinessSystem {
  /** Also the slug of its case study. */
  slug: string
  name: string
  /** What it does, in one sentence. */
  text: string
  inputs: readonly string[]
  outputs: readonly string[]
  steps: readonly { text: string; doer: Doer }[]
}

export const doerNames: Record<Doer, string> = { system: "The system", owner: "You", us: "We, once" }

/** From the first words to a system that runs, with what is said of the price while none stands here. */
export const systemsWay = {
  title: "From a talk to a system that runs",
  text: "There is no list of prices: each business has other accounts and other work. You get a price before anything is built, and you pay nothing to ask.",
  items: [
    {
      title: "You tell us your week",
      text: "A few lines are enough. A person answers, also when no system would help.",
    },
    { title: "You get a plan", text: "What is built, by when, and what it costs. You say yes or no." },
    { title: "We set it up", text: "In your own accounts, on your own goods. You see every part." },
    { title: "You hold the keys", text: "We hand it over with a way to stop it, and show you how to change it." },
  ],
} as const

/** Said at the end of the page of systems. */
export const systemsAsk = {
  title: "Which step costs you the most time?",
  text: "Describe one week of your work in a few lines. We say which system would help, and when none would.",
  link: "Describe your week",
  subject: "A system for my business",
} as const

/** The five systems of docs/product-rules.md#systems. */
export const systems: readonly BusinessSystem[] = [
  {
    slug: "leadpilot",
    name: "Outreach",
    text: "Finds businesses that fit, writes a first letter to each, and waits for your yes before sending.",
    inputs: ["A description of your best customer", "Three letters you have written yourself", "Your mail account"],
    outputs: ["A list of businesses with the reason each fits", "A draft letter for each", "A record of who answered"],
    steps: [
      { text: "Describe who you want to reach, and who never", doer: "owner" },
      { text: "Connect your mail account and set daily limits", doer: "us" },
      { text: "Collect public facts about each business and sort out what does not fit", doer: "system" },
      { text: "Write a first letter in your tone", doer: "system" },
      { text: "Read, change, approve or drop each letter", doer: "owner" },
      { text: "Send, follow up once, and stop at the first no", doer: "system" },
    ],
  },
  {
    slug: "studiogen",
    name: "Product pictures",
    text: "Turns a product list into a full set of pictures in one style, with a check before anything is published.",
    inputs: [
      "Your product list as a table",
      "Three photos of each thing that must look exactly right",
      "A style you like",
    ],
    outputs: [
      "Pictures in each shape you sell in",
      "Names and alternative texts",
      "A list of pictures that need a second look",
    ],
    steps: [
      { text: "Choose the style together on five products", doer: "us" },
      { text: "Write the words for each picture from the table", doer: "system" },
      { text: "Draw the set and check sharpness, framing and background", doer: "system" },
      { text: "Approve, or ask again with one word changed", doer: "owner" },
      { text: "Put the files where your shop expects them", doer: "system" },
    ],
  },
  {
    slug: "clonecast",
    name: "Content",
    text: "Turns one talk or article into a week of posts in your own voice, ready to be read over.",
    inputs: ["A recording, a voice note or an article", "Ten posts that sound like you"],
    outputs: ["Five to seven drafts", "A picture for each", "A calendar with gaps left for news"],
    steps: [
      { text: "Learn your voice from what you have written", doer: "us" },
      { text: "Write down what was said and mark the ideas worth a post", doer: "system" },
      { text: "Write drafts and suggest pictures", doer: "system" },
      { text: "Change, approve or drop each draft", doer: "owner" },
      { text: "Publish at the hours you chose", doer: "system" },
    ],
  },
  {
    slug: "ugcpro",
    name: "Customer-style adverts",
    text: "Writes short advert scripts from real reviews and lines up pictures and words for each.",
    inputs: ["Reviews you may use", "Product pictures", "What an advert may never promise"],
    outputs: ["Scripts of fifteen and thirty seconds", "A picture plan for each", "Captions that say it is an advert"],
    steps: [
      { text: "Agree on what may be said and what may not", doer: "us" },
      { text: "Group the reviews by what people praise", doer: "system" },
      { text: "Write scripts that quote only what was really said", doer: "system" },
      { text: "Choose the ones to film or to draw", doer: "owner" },
      { text: "Lay out pictures, captions and sizes", doer: "system" },
    ],
  },
  {
    slug: "convertflow",
    name: "Answering leads",
    text: "Answers new messages, asks the right questions, and passes serious buyers to you.",
    inputs: ["Your price list and terms", "Twenty past conversations", "When you can be reached"],
    outputs: ["A first answer to every message", "A short note about each buyer", "A call or a visit in your calendar"],
    steps: [
      { text: "Write the answers that must be exact: prices, delivery, returns", doer: "us" },
      { text: "Answer, and ask what is wanted, by when and where", doer: "system" },
      { text: "Say openly that a machine is writing, and offer a person", doer: "system" },
      { text: "Take over as soon as someone wants to buy or complains", doer: "owner" },
      { text: "Remind you of everyone who waits for an answer", doer: "system" },
    ],
  },
]
