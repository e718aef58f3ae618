import { publicPages, statusPage } from "./public-pages.ts"

/** What people ask most once they have an account. */
export const helpAnswers = [
  {
    question: "What do credits cost, and when are they taken?",
    answer:
      "The number stands on the button before you press it. Credits are held while the work is under way and come back when it fails. They do not run out with time.",
  },
  {
    question: "Who sees my pictures?",
    answer:
      "Pictures drawn with free credits are public. After a purchase each picture is private unless you show it. You change that at the picture in your gallery. What the photo tools make of your own photos is always private.",
  },
  {
    question: "A picture went wrong. What now?",
    answer:
      "Short words work best: name the thing, its colour, what it stands on and the light. Where nothing came, your credits are back already; your account shows each movement.",
  },
  {
    question: "How do I get into the academy?",
    answer:
      "Choose a program, pay its application fee once, do the assessment and the interview. Your dashboard shows which step is next, and by when.",
  },
] as const

/** Where more is said. */
export const helpLinks = [
  { to: "/account#credits", label: "Your credits and orders" },
  { to: "/photo-gallery", label: "Your pictures" },
  { to: publicPages.programs.path, label: "Programs, fees and dates of the academy" },
  { to: statusPage.path, label: "Does everything work just now?" },
] as const
