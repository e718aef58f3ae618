/** Words of the academy's pages. */
export const academy = {
  title: "Learn to build what small businesses need",
  lead: "Live classes online, small groups, work on real cases. You leave with something that runs, not with a folder of notes.",
  how: {
    title: "How you get in",
    text: "The same six steps for every program. What each asks stands on the program's page.",
  },
  afterwards: { title: "What you can do afterwards" },
  scholarships: {
    title: "Fees and scholarships",
    name: "Scholarships",
    fees: "Tuition is at half price, in one payment or in three.",
    text: "One full and two partial scholarships are awarded by the academy after assessment and interview; you need not ask for them.",
  },
  questions: {
    title: "Questions",
    items: [
      {
        question: "Do I need to be a programmer?",
        answer: "No. Both programs begin at the beginning, and one of them has no code at all.",
      },
      {
        question: "Can I learn on a phone?",
        answer:
          "Lessons, tasks and the assessment open on a phone, and lessons can be kept to read without a connection. To build a system you need a laptop.",
      },
      {
        question: "Who teaches?",
        answer: "A program's page names the teachers of a cohort and its class hours as soon as they are set.",
      },
      {
        question: "How old must I be?",
        answer: "At least 16. If you are 16 or 17, a guardian gives consent.",
      },
    ],
  },
  programs: {
    title: "Programs",
    lead: "Some are open. The others are being prepared and cannot be applied for yet.",
    locked: {
      creative_production:
        "Locked: the studio's photoshoots and films come first, so that what is taught can be tried.",
      data_foundations:
        "Locked: the course is being written, and its exercises need data of real shops that agree to share it.",
      product_building:
        "Locked: it begins once a first cohort of Systems Integration has graduated and can help to teach it.",
    },
  },
  ask: {
    title: "Not sure which one fits?",
    text: "Tell us what you do and what you would like to be able to do. A person answers, also when the answer is “neither”.",
    link: "Ask the academy",
    subject: "Which program fits me?",
  },
  usualFees:
    "These are the usual fees. A cohort may have its own: this program's page online tells them before you pay anything.",
  dates: "You see the dates and the free seats of the open cohort before you pay anything.",
  noTestimonials: "There are no quotes on this page. Learners' words will stand here once learners have written them.",
} as const
