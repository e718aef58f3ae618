import { type HandoutSlug, handouts } from "#contract/catalogue/handouts.ts"

/** A case study with the fields of docs/product-rules.md#records. All of them are illustrations: no client, no measured figure (docs/product-rules.md#case-study-page). */
export interface CaseStudy {
  name: string
  desc: string
  slug: HandoutSlug
  /** A sheet to ask for. */
  lead_magnet: { readonly title: string; readonly text: string }
  background: string
  challenges: { title: string; points: readonly string[]; footer: string }
  solution: { title: string; points: readonly string[]; footer: string }
  features: readonly string[]
  results: { title: string; points: readonly string[] }
  lessons: { title: string; points: readonly string[] }
  conclusion: string
}

/** Said on every case study. */
export const illustrationNote =
  "This is an illustration: a made-up business that shows how the system is set up. It is not a client, and it holds no measured figures."

export const caseStudies: readonly CaseStudy[] = [
  {
    name: "LeadPilot",
    desc: "Outreach for a company that fits kitchens and wants to work for small hotels.",
    slug: "leadpilot",
    lead_magnet: handouts.leadpilot,
    background:
      "Picture a workshop with eleven people. It has always lived from recommendations. Hotels would be good customers, but nobody has the time to look for them, and bought address lists brought complaints.",
    challenges: {
      title: "What stood in the way",
      points: [
        "The owner writes well but only on Sunday evenings",
        "Lists are full of hotels that are closed or far too large",
        "One bad letter can cost a good name in a small town",
      ],
      footer: "So the system had to be slow, polite and easy to stop.",
    },
    solution: {
      title: "How it is set up",
      points: [
        "Public facts about each hotel: size, opening, recent building work",
        "A letter only where there is a reason to write, and the reason stands in it",
        "Ten drafts wait for the owner each morning; nothing leaves without a yes",
      ],
      footer: "It runs in the company's own mail account, with a limit of ten letters a day.",
    },
    features: [
      "Reason to write for each address",
      "Approval before sending",
      "One follow-up, then silence",
      "A stop list",
    ],
    results: {
      title: "What changes",
      points: [
        "Writing moves from Sunday evening to ten minutes at breakfast",
        "Every letter can be explained: why this hotel, why now",
        "Who does not want letters is never written to again",
      ],
    },
    lessons: {
      title: "What to watch",
      points: ["Fewer addresses beat more addresses", "The owner's own letters are the best examples"],
    },
    conclusion: "Outreach is worth automating only where it stays personal. The machine searches; a person decides.",
  },
  {
    name: "StudioGen",
    desc: "A full set of pictures for a maker of skincare with forty products.",
    slug: "studiogen",
    lead_magnet: handouts.studiogen,
    background:
      "Picture a maker of creams and soaps who sells on two marketplaces and by message. The pictures were taken over three years with four phones. No two of them match.",
    challenges: {
      title: "What stood in the way",
      points: [
        "A studio day costs more than the month brings",
        "Labels change with every batch",
        "Each marketplace wants another shape and background",
      ],
      footer: "The set had to be cheap to repeat, not only cheap to make once.",
    },
    solution: {
      title: "How it is set up",
      points: [
        "One style, chosen on five products: chalk ground, soft light from the left",
        "Words for each picture come from the product table",
        "A check for sharpness, framing and background before anybody looks",
      ],
      footer: "When a label changes, one line in the table changes with it.",
    },
    features: ["Pictures from a table", "All shapes in one run", "Checks before approval", "Alternative texts"],
    results: {
      title: "What changes",
      points: [
        "A new product has its pictures on the day it is made",
        "The shelf looks like one shop",
        "Things that must be exact are photographed, and the system says which",
      ],
    },
    lessons: {
      title: "What to watch",
      points: ["Never show a size or a shade that is not delivered", "Settle the style before the set"],
    },
    conclusion: "The gain is not one beautiful picture. It is that picture number forty looks like number one.",
  },
  {
    name: "CloneCast",
    desc: "A week of posts from one voice note, for a teacher of cooking.",
    slug: "clonecast",
    lead_magnet: handouts.clonecast,
    background:
      "Picture a teacher who explains wonderfully and hates to type. The phone is full of voice notes. The page has been silent for two months.",
    challenges: {
      title: "What stood in the way",
      points: ["Speaking is easy, writing is not", "Ready-made posts sound like everybody", "Mixed English and Yoruba"],
      footer: "Whatever was written had to sound like her, or it would not be posted.",
    },
    solution: {
      title: "How it is set up",
      points: [
        "A walk and a voice note, once a week",
        "The note is written down and cut into ideas",
        "Drafts keep her words, including the Yoruba ones",
      ],
      footer: "She reads on Friday and drops what she does not like. Nothing posts itself.",
    },
    features: ["From voice to drafts", "A sheet that describes the voice", "Pictures suggested", "Approval by phone"],
    results: {
      title: "What changes",
      points: ["A silent page becomes a weekly one", "Old voice notes turn out to be a book of recipes"],
    },
    lessons: {
      title: "What to watch",
      points: ["Leave room for what happened today", "A dropped draft teaches more than an approved one"],
    },
    conclusion: "The machine does the typing. The voice, and the last word, stay with the person.",
  },
  {
    name: "UGCPro",
    desc: "Short adverts from real reviews, for a maker of sandals.",
    slug: "ugcpro",
    lead_magnet: handouts.ugcpro,
    background:
      "Picture a maker of leather sandals with a drawer full of kind messages. Adverts with actors looked wrong beside them.",
    challenges: {
      title: "What stood in the way",
      points: [
        "Kind words, but no permission to use them",
        "No time to cut films",
        "Rules about adverts that look private",
      ],
      footer: "Nothing invented, nobody imitated: that was the first rule written down.",
    },
    solution: {
      title: "How it is set up",
      points: [
        "A message that asks each customer for permission, and remembers the answer",
        "Scripts of fifteen seconds that quote only what was said",
        "Pictures of the product; faces only of people who agreed",
      ],
      footer: "Each piece says that it is an advert.",
    },
    features: [
      "Permission record",
      "Quotes with their source",
      "Scripts in two lengths",
      "Captions in the right sizes",
    ],
    results: {
      title: "What changes",
      points: ["The drawer of messages becomes material", "Every claim can be traced to the person who made it"],
    },
    lessons: {
      title: "What to watch",
      points: ["Ask while the joy is fresh", "A small true sentence beats a large one"],
    },
    conclusion: "People trust people. The system only makes sure that the people are real.",
  },
  {
    name: "ConvertFlow",
    desc: "First answers within minutes, for a shop of kettles and pots.",
    slug: "convertflow",
    lead_magnet: handouts.convertflow,
    background:
      "Picture a shop of kettles, pots and cups with one person on the phone. Most messages come after closing time. By morning, half of the writers have bought elsewhere.",
    challenges: {
      title: "What stood in the way",
      points: [
        "Prices that depend on metal and size",
        "Customers who dislike talking to machines",
        "Delivery to four states",
      ],
      footer: "A wrong price costs more than a late answer.",
    },
    solution: {
      title: "How it is set up",
      points: [
        "Exact answers for prices, delivery and returns; the machine may not change them",
        "Three questions: what, by when, where",
        "Anyone can write “person” and gets one, or a call at nine",
      ],
      footer: "The shop sees every conversation, and can take over in the middle of one.",
    },
    features: ["Answers at night", "Exact prices only", "Handover to a person", "A note about each buyer"],
    results: {
      title: "What changes",
      points: ["Nobody waits until morning for a first word", "The day begins with a list of people who want to buy"],
    },
    lessons: {
      title: "What to watch",
      points: ["Say that it is a machine", "Read ten conversations a week, for ever"],
    },
    conclusion: "Speed opens the door. A person still closes the sale.",
  },
]

/** @returns the case study of that slug */
export function findCaseStudy(slug: string | null | undefined): CaseStudy | undefined {
  return caseStudies.find((study) => study.slug === slug)
}
