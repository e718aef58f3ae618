import type { Program } from "#contract/catalogue/program.ts"
import { systemsIntegrationCard as card } from "./card.ts"

/** Four months for enthusiasts (docs/product-rules.md#programs). Figures as given; the words are ours (docs/product-rules.md#own-words). */
export const systemsIntegration: Program = {
  program_name: card.name,
  needed_by: "People who like to take tools apart and want to connect them for others",
  card_descpription_text: card.description,
  slug: card.slug,
  card_image: `program-${card.slug}`,
  is_disabled: card.disabled,
  hero_subtext:
    "Learn to join forms, inboxes, language models and spreadsheets into a system that a small business can rely on, and to look after it once it runs.",
  brochure_link: "/brochures/systems-integration.pdf",
  cohort: "2",
  cohort_start_date: "2025-09-01",
  cohort_duration: "4 months",
  testimonials: [],
  course_outline: [
    {
      topic: "How a small business works",
      description: "Orders, stock, replies, money: where the hours go and where mistakes happen.",
      outcomes: ["Draw the path of an order from first message to delivery", "Find the step worth automating first"],
      is_elective: false,
    },
    {
      topic: "Working with language models",
      description: "What they are good at, where they invent, and how to ask so that you can check the answer.",
      outcomes: ["Write instructions that give the same form every time", "Test a prompt on twenty real cases"],
      is_elective: false,
    },
    {
      topic: "Data that holds together",
      description: "Tables, keys, clean names and dates; what to keep and what to leave out.",
      outcomes: [
        "Build a customer table that does not repeat itself",
        "Move data between two tools without losing any",
      ],
      is_elective: false,
    },
    {
      topic: "Connecting tools",
      description: "Calls, keys, webhooks and the automation builders that sit on top of them.",
      outcomes: ["Read the documentation of a service and call it", "Make a chain that can be run twice without harm"],
      is_elective: false,
    },
    {
      topic: "When things fail",
      description: "Retries, alarms, logs and the plan for the day a provider is down.",
      outcomes: ["See a failure before the client does", "Write a one-page handbook for the person on duty"],
      is_elective: false,
    },
    {
      topic: "Privacy and safety",
      description: "Consent, the Nigeria Data Protection Act in plain words, and keeping keys secret.",
      outcomes: ["Decide which data may leave the company", "Hand over access without sharing a password"],
      is_elective: false,
    },
    {
      topic: "Pictures and product content",
      description: "Product pictures, captions and catalogues made in bulk, with a check before anything is published.",
      outcomes: ["Make a full set of pictures in one style"],
      is_elective: true,
    },
    {
      topic: "Conversations that sell",
      description: "Answering leads in a chat, asking the right questions, and handing over to a person in time.",
      outcomes: ["Build an assistant that knows when to be quiet"],
      is_elective: true,
    },
  ],
  track_phase: {
    heading: "Three phases",
    description: "Each phase ends with something that works and that you show to the class.",
    tracks: [
      {
        name: "Ground",
        points: ["Two live classes a week", "One small chain of your own", "An answer to every exercise"],
      },
      {
        name: "Build",
        points: ["A system for a sample business, in pairs", "Electives", "Weekly review with a mentor"],
      },
      {
        name: "Deliver",
        points: ["A system for a real owner you bring", "Handbook and handover", "Final presentation"],
      },
    ],
  },
  outcome: [
    "A working system that you built and can show",
    "A handbook somebody else can follow",
    "The words to explain to an owner what it does, costs and risks",
  ],
  payment: {
    total: "440000",
    discounted_total: "220000",
    first_tranche: "160000",
    second_tranche: "150000",
    third_tranche: "150000",
    discounted_first_tranche: "100000",
    discounted_second_tranche: "60000",
    discounted_third_tranche: "60000",
  },
  faqs: [
    {
      question: "Do I need to be a programmer?",
      answer: "No. You should be at home with a spreadsheet and not afraid of a settings page. The level is beginner.",
    },
    {
      question: "What do I need?",
      answer: "A laptop, a connection that carries a video call, and about eight hours a week, classes included.",
    },
    {
      question: "What happens after I pay the application fee?",
      answer:
        "A confirmation e-mail arrives at once and your place in the procedure is held. The study kit is on your dashboard; write to support if it is not there within 24 hours.",
    },
    {
      question: "Can I get the application fee back?",
      answer:
        "No, it is paid once per application and is not refundable. A payment that was taken twice is always returned.",
    },
    { question: "How old must I be?", answer: "At least 16. If you are 16 or 17, a guardian gives consent." },
  ],
  call_to_action: {
    heading: "Bring a business you know",
    description: "The best first system is one for somebody whose day you understand.",
  },
  week: {
    hours: "About eight hours, two live classes included.",
    phone: "To build a system you need a laptop.",
    notFor: "You have fewer than eight hours a week, or no laptop to build on.",
  },
}
