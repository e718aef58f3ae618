import type { BankQuestion } from "#server/declarations/course.ts"

/** Questions for Systems Integration: about care and clear thinking, not about knowing a tool. */
export const systemsIntegrationBank: readonly BankQuestion[] = [
  {
    id: "si-order-path",
    kind: "single",
    text: "A tailor loses about one order a week. Orders come by WhatsApp, Instagram and phone. What do you do first?",
    choices: [
      { id: "a", text: "Buy an automation tool and connect all three" },
      { id: "b", text: "Write down what happens to an order from the first message to the delivery", isRight: true },
      { id: "c", text: "Ask customers to use e-mail only" },
      { id: "d", text: "Hire somebody to answer faster" },
    ],
  },
  {
    id: "si-duplicate",
    kind: "single",
    text: "An automation creates an invoice whenever a form is sent. The network is bad, and a customer presses Send three times. What should the system do?",
    choices: [
      { id: "a", text: "Create three invoices; the customer pressed three times" },
      { id: "b", text: "See that it is the same form and create one invoice", isRight: true },
      { id: "c", text: "Refuse all three" },
      { id: "d", text: "Create one and block the customer" },
    ],
  },
  {
    id: "si-key",
    kind: "single",
    text: "Where does the secret key of a payment service belong?",
    choices: [
      { id: "a", text: "In the web page, so that it loads quickly" },
      { id: "b", text: "In a chat group of the team" },
      { id: "c", text: "On the server, in its settings, readable by as few people as possible", isRight: true },
      { id: "d", text: "In the first row of the spreadsheet" },
    ],
  },
  {
    id: "si-model-answer",
    kind: "single",
    text: "A language model writes the replies to customers. Now and then it promises a discount that does not exist. What is the best remedy?",
    choices: [
      { id: "a", text: "Ask it to be more careful" },
      {
        id: "b",
        text: "Give it the list of real offers, check each reply against that list, and let a person send the rest",
        isRight: true,
      },
      { id: "c", text: "Honour every discount" },
      { id: "d", text: "Use a larger model" },
    ],
  },
  {
    id: "si-table",
    kind: "single",
    text: "A table has one row per sale, with the customer's phone number in each. The same customer appears under three spellings. What keeps this from happening?",
    choices: [
      { id: "a", text: "A table of customers with one row each, to which the sales refer", isRight: true },
      { id: "b", text: "Sorting the table by name every evening" },
      { id: "c", text: "A larger spreadsheet" },
      { id: "d", text: "Writing all names in capitals" },
    ],
  },
  {
    id: "si-retry",
    kind: "single",
    text: "A service that you call answers: too many requests, try again in 30 seconds. What should the automation do?",
    choices: [
      { id: "a", text: "Call again at once until it works" },
      { id: "b", text: "Wait as long as it was told, then try again a limited number of times", isRight: true },
      { id: "c", text: "Drop the work silently" },
      { id: "d", text: "Call from another account" },
    ],
  },
  {
    id: "si-alarm",
    kind: "several",
    text: "An automation runs every night. Which of these help you notice that it stopped working? Choose all that do.",
    choices: [
      { id: "a", text: "A message when a run fails", isRight: true },
      { id: "b", text: "A message when no run has succeeded for 24 hours", isRight: true },
      { id: "c", text: "A faster computer" },
      { id: "d", text: "A daily count of what was done, which somebody looks at", isRight: true },
      { id: "e", text: "A longer night" },
    ],
  },
  {
    id: "si-personal-data",
    kind: "several",
    text: "Which of these are personal data of a shop's customers? Choose all that are.",
    choices: [
      { id: "a", text: "A phone number with a name", isRight: true },
      { id: "b", text: "The price list" },
      { id: "c", text: "A photo of a customer in a dress", isRight: true },
      { id: "d", text: "A delivery address", isRight: true },
      { id: "e", text: "The opening hours" },
    ],
  },
  {
    id: "si-before-change",
    kind: "several",
    text: "You are about to change an automation that handles real orders. What do you do before? Choose all that belong.",
    choices: [
      { id: "a", text: "Keep a copy of how it is now", isRight: true },
      { id: "b", text: "Try the change with test orders", isRight: true },
      { id: "c", text: "Agree on a time with the owner", isRight: true },
      { id: "d", text: "Delete the old orders to make room" },
    ],
  },
  {
    id: "si-webhook",
    kind: "several",
    text: "Your system is told by a webhook that a payment arrived. Which checks are needed before the goods leave? Choose all.",
    choices: [
      { id: "a", text: "That the message really came from the payment service", isRight: true },
      { id: "b", text: "That amount and currency are what was asked", isRight: true },
      { id: "c", text: "That the message was written in English" },
      { id: "d", text: "That this payment was not counted before", isRight: true },
    ],
  },
  {
    id: "si-explain",
    kind: "text",
    text: "Explain to a shop owner who never heard the word, in at most 150 words, what an API is and why it matters for the shop.",
    guide:
      "Plain words, an example from a shop, no jargon left unexplained, says what it gives the owner. 5: the owner could repeat it.",
  },
  {
    id: "si-step",
    kind: "text",
    text: "Think of a small business you know. Describe one step of its day that you would automate first, and one that you would never automate. Say why.",
    guide:
      "A real business, a step that repeats and can be checked, a reason about people or risk for the second. 5: concrete, with numbers.",
  },
  {
    id: "si-failure",
    kind: "text",
    text: "An automation sent 40 customers the wrong price last night. Write what you do in the first hour, in order.",
    guide:
      "Stops it, finds out who is affected, tells the owner, tells the customers plainly, keeps evidence, then the cause. 5: the order is right.",
  },
  {
    id: "si-drawing",
    kind: "file",
    text: "Draw the path of one order in a business you know, from the first message to the delivery: boxes and arrows, on paper or on a screen. Mark the step where mistakes happen most. Upload a photo or a screenshot.",
    guide:
      "Every step has somebody who does it, hand-overs are visible, the weak step is marked. Neatness does not count.",
  },
]
