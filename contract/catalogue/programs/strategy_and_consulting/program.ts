import type { Program } from "#contract/catalogue/program.ts"
import { strategyAndConsultingCard as card } from "./card.ts"

/** Three months for business leaders (docs/product-rules.md#programs). Figures as given; the words are ours (docs/product-rules.md#own-words). */
export const strategyAndConsulting: Program = {
  program_name: card.name,
  needed_by: "Owners and managers who decide what their people should use",
  card_descpription_text: card.description,
  slug: card.slug,
  card_image: `program-${card.slug}`,
  is_disabled: card.disabled,
  hero_subtext:
    "Learn to tell a useful project from an expensive toy, to plan it with your team, and to know after eight weeks whether it was worth it.",
  brochure_link: "/brochures/strategy-and-consulting.pdf",
  cohort: "2",
  cohort_start_date: "2025-09-01",
  cohort_duration: "3 months",
  testimonials: [],
  course_outline: [
    {
      topic: "What the tools can and cannot do",
      description: "A leader's tour without code: text, pictures, voice, prediction, and their limits.",
      outcomes: ["Tell which of ten offers deserve a meeting", "Ask a supplier the five questions that matter"],
      is_elective: false,
    },
    {
      topic: "Finding the right first project",
      description: "Where time is lost, what a mistake costs, and what the team is ready for.",
      outcomes: ["Rank your processes by value and risk", "Choose one project and say why"],
      is_elective: false,
    },
    {
      topic: "The numbers",
      description: "Cost of running, cost of change, and a fair comparison with doing nothing.",
      outcomes: ["Write a budget on one page", "Set the figure that decides to go on or to stop"],
      is_elective: false,
    },
    {
      topic: "People and change",
      description: "How work changes for the team, what to promise and what not to.",
      outcomes: ["Plan the first month with the people it touches"],
      is_elective: false,
    },
    {
      topic: "Risk, law and trust",
      description: "Personal data, copyright, wrong answers, and who is responsible for them.",
      outcomes: ["Write a policy your staff will read"],
      is_elective: false,
    },
    {
      topic: "Consulting for others",
      description: "Finding out what a client needs, writing an offer, and closing a project well.",
      outcomes: ["Lead a first conversation and write the offer after it"],
      is_elective: true,
    },
  ],
  track_phase: {
    heading: "Three phases",
    description: "One month each. The work is your own company, or one you choose.",
    tracks: [
      { name: "See", points: ["One live class a week", "Map of your processes", "A tour of tools, hands on"] },
      { name: "Decide", points: ["Budget and plan", "Policy for data and staff", "Review with a mentor"] },
      { name: "Lead", points: ["A small trial with your team", "What the figures say", "Final presentation"] },
    ],
  },
  outcome: [
    "A plan for one project, with a budget and a stop rule",
    "A short policy for data and staff",
    "The results of a first trial in your own company",
  ],
  payment: {
    total: "350000",
    discounted_total: "175000",
    first_tranche: "130000",
    second_tranche: "110000",
    third_tranche: "110000",
    discounted_first_tranche: "80000",
    discounted_second_tranche: "47500",
    discounted_third_tranche: "47500",
  },
  faqs: [
    { question: "Is there any code in it?", answer: "No. You try tools with your hands, but you write no programs." },
    {
      question: "Can two people of one company come?",
      answer: "Yes, each with an application of their own. They work on one project together.",
    },
    {
      question: "How much time does it take?",
      answer: "About five hours a week: one evening class, reading, and work in your own company.",
    },
    {
      question: "Can I get the application fee back?",
      answer:
        "No, it is paid once per application and is not refundable. A payment that was taken twice is always returned.",
    },
  ],
  call_to_action: {
    heading: "Come with a question from your own desk",
    description: "Three months later you leave with an answer, and with figures behind it.",
  },
  week: {
    hours: "About five hours: one evening class, reading, and work in your own company.",
    phone: "",
    notFor: "You want to learn to program: nobody writes code here.",
  },
}
