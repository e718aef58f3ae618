import { admissionRules } from "#contract/catalogue/applications.ts"

const { single, several, text, file } = admissionRules.assessmentQuestions
const minutes = admissionRules.assessmentMinutes

/** Words of a program's page that are the same for every cohort. */
export const programWords = {
  week: {
    title: "Your week",
    text: "What it takes, and who it is not for.",
    /** The academy's time, admissionRules.timeZone: Lagos has no summer time. */
    zone: "Lagos time, GMT+1",
    classTimes: "Live and online. The hours stand here as soon as they are set.",
    teachers: "The teachers of this cohort stand here as soon as they are named.",
    data: "Lessons are words and small pictures. A live class takes what a video call takes.",
    onPhone: "Lessons, tasks and the assessment open on a phone, and lessons can be kept to read without a connection.",
  },
  admission: {
    title: "How you get in",
    text: "Six steps. Each stands on your dashboard, and a mail tells when it is your turn.",
    steps: [
      { title: "Apply", text: "Make an account, choose a program, and pay the application fee." },
      { title: "Study kit", text: "It is on your dashboard at once and shows what the assessment asks." },
      { title: "Assessment", text: `${minutes} minutes on a phone or a computer, at an hour of yours.` },
      { title: "Interview", text: "A conversation about your answers. You choose the time." },
      { title: "Your place", text: "You are told by mail. The tuition, or its first instalment, takes the place." },
      { title: "Learn and show", text: "Live classes, a project in three phases, and a presentation at the end." },
    ],
    assessment: {
      title: "What the assessment asks",
      text: `${single + several} questions to choose from, ${text} to answer in your own words, and ${file} drawing on paper that you photograph. Notes and a calculator are allowed. The system marks the choices, a person reads the rest. Spelling and accent do not count.`,
      sampleTitle: "A question of this kind",
      sample:
        "A baker takes orders by phone and by message. Twice a week a cake is forgotten. What do you ask first, and whom? Three sentences are enough.",
      good: "A good answer names the person and the moment at which an order is written down, and says what is guessed.",
    },
    interview: {
      title: "What the interview is",
      text: `A conversation about your drawing and about a business you know. Until ${admissionRules.interviewCutOffHours} hours before it you can choose another time or cancel.`,
    },
  },
  fees: {
    gives:
      "opens the study kit, the assessment and the interview. It holds your place in the procedure; it does not promise admission.",
    refunds:
      "The application fee is not refundable. A payment that was taken twice is always returned. If we cancel a cohort, its tuition is returned or moved to the next one, as you choose.",
    due: {
      full: "When you take your place",
      first: "When you take your place",
      second: "A month after the first class",
      third: "Two months after the first class",
    },
  },
} as const
