import type { BankQuestion } from "#server/declarations/course.ts"

/** Questions for Strategy & Consulting: about choosing, counting and telling people. */
export const strategyAndConsultingBank: readonly BankQuestion[] = [
  {
    id: "sc-first-question",
    kind: "single",
    text: "A furniture maker says: we need AI. What do you ask first?",
    choices: [
      { id: "a", text: "Which tools do you already pay for?" },
      { id: "b", text: "What takes too long or goes wrong today, and what does it cost you?", isRight: true },
      { id: "c", text: "What is your budget?" },
      { id: "d", text: "Who is your competitor?" },
    ],
  },
  {
    id: "sc-pilot",
    kind: "single",
    text: "Which is the best first project?",
    choices: [
      { id: "a", text: "The one that changes the whole company" },
      {
        id: "b",
        text: "A small one with a result that can be counted within weeks, and that can be switched off again",
        isRight: true,
      },
      { id: "c", text: "The one with the newest technology" },
      { id: "d", text: "The one that needs no people" },
    ],
  },
  {
    id: "sc-return",
    kind: "single",
    text: "A system costs ₦120,000 a month and saves 60 hours. An hour costs the business ₦2,500. What does it bring in a month?",
    choices: [
      { id: "a", text: "₦30,000", isRight: true },
      { id: "b", text: "₦150,000" },
      { id: "c", text: "₦120,000" },
      { id: "d", text: "It loses ₦30,000" },
    ],
  },
  {
    id: "sc-resistance",
    kind: "single",
    text: "The clerk whose work will be partly automated is against it. What do you do?",
    choices: [
      { id: "a", text: "Leave the clerk out of the meetings" },
      { id: "b", text: "Ask the clerk where things go wrong, and say openly what will change for whom", isRight: true },
      { id: "c", text: "Wait until it is finished" },
      { id: "d", text: "Replace the clerk first" },
    ],
  },
  {
    id: "sc-claim",
    kind: "single",
    text: "A seller says the tool is 99 % accurate. What do you need to know?",
    choices: [
      { id: "a", text: "Nothing, that is a good figure" },
      { id: "b", text: "On whose data it was measured, and what a mistake costs here", isRight: true },
      { id: "c", text: "Whether there is a discount" },
      { id: "d", text: "How many employees the seller has" },
    ],
  },
  {
    id: "sc-owner",
    kind: "single",
    text: "Who should own a system after the consultant has left?",
    choices: [
      { id: "a", text: "The consultant" },
      { id: "b", text: "A named person in the business, who knows how to stop it", isRight: true },
      { id: "c", text: "The tool's maker" },
      { id: "d", text: "Nobody, it runs by itself" },
    ],
  },
  {
    id: "sc-risks",
    kind: "several",
    text: "A clinic wants a chat assistant for patients. Which risks must be on the table before anything is built? Choose all.",
    choices: [
      { id: "a", text: "Wrong advice that somebody follows", isRight: true },
      { id: "b", text: "Patients' data leaving the country or the clinic", isRight: true },
      { id: "c", text: "The colour of the chat window" },
      { id: "d", text: "Nobody notices when it fails", isRight: true },
    ],
  },
  {
    id: "sc-measures",
    kind: "several",
    text: "Which of these are measures of success that can be counted? Choose all.",
    choices: [
      { id: "a", text: "Replies within an hour: from 40 % to 80 %", isRight: true },
      { id: "b", text: "The team feels modern" },
      { id: "c", text: "Orders lost per week: from 5 to 1", isRight: true },
      { id: "d", text: "Hours spent on invoices per month", isRight: true },
      { id: "e", text: "Being innovative" },
    ],
  },
  {
    id: "sc-costs",
    kind: "several",
    text: "Which costs does a plan often forget? Choose all.",
    choices: [
      { id: "a", text: "Looking after it every month", isRight: true },
      { id: "b", text: "People's time to learn it", isRight: true },
      { id: "c", text: "Putting the data in order first", isRight: true },
      { id: "d", text: "The first month's licence" },
    ],
  },
  {
    id: "sc-stop",
    kind: "several",
    text: "When should a project be stopped? Choose all that are good reasons.",
    choices: [
      { id: "a", text: "The agreed measure has not moved by the agreed date", isRight: true },
      { id: "b", text: "The cause of the problem turned out to be somewhere else", isRight: true },
      { id: "c", text: "It was not mentioned in the news" },
      { id: "d", text: "It harms people and cannot be mended", isRight: true },
    ],
  },
  {
    id: "sc-no",
    kind: "text",
    text: "Write the message (at most 150 words) in which you tell a client that AI is not the answer to the problem they described. Invent the problem.",
    guide: "Clear no, a reason the client accepts, something better to do. 5: the client would come back.",
  },
  {
    id: "sc-case",
    kind: "text",
    text: "A fashion seller with five people answers 200 messages a day and turns 6 into orders. What do you find out before you propose anything, and what would you measure afterwards?",
    guide:
      "Asks about the 194 others, about times and reasons, names two measures with a start value. 5: there is a plan for a month.",
  },
  {
    id: "sc-priority",
    kind: "text",
    text: "Name three things a small business you know could improve with or without AI. Put them in order and explain the order.",
    guide: "Order follows effect and effort, not fashion. 5: with figures, however rough.",
  },
  {
    id: "sc-one-page",
    kind: "file",
    text: "Make a one-page plan for the first 30 days with a client you know: what you look at, whom you talk to, what is there at the end. On paper or on a screen. Upload a photo or a screenshot.",
    guide: "Weeks or days, people by role, a result at the end that can be checked. Neatness does not count.",
  },
]
