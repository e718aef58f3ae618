/** One page of advice beside each case study, mailed to whoever asks for it; its lines are the server's alone. */
export const handouts = {
  leadpilot: {
    title: "The first-letter sheet",
    text: "One page: what to find out before you write, and six openings that are not about you.",
  },
  studiogen: {
    title: "The shelf check",
    text: "Twelve questions to ask of a product picture before it goes into a shop.",
  },
  clonecast: {
    title: "The voice sheet",
    text: "A page to fill in, so that anybody, person or machine, can write as you speak.",
  },
  ugcpro: {
    title: "The honest advert list",
    text: "What you may quote, what you must ask for, and how to mark an advert.",
  },
  convertflow: {
    title: "The first-answer kit",
    text: "Eight answers every shop needs, and three questions that tell a buyer from a visitor.",
  },
} as const

/** Where the form for a sheet is sent by a browser without scripts. */
export const handoutFormPath = "/contact/sheet-form"

/** Slug of the case study a sheet belongs to. */
export type HandoutSlug = keyof typeof handouts

export const handoutSlugs = Object.keys(handouts) as [HandoutSlug, ...HandoutSlug[]]
