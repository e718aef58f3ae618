import { product } from "#contract/brand.ts"

interface TermsSection {
  id: string
  title: string
  paragraphs: readonly string[]
}

/** Shown above everything else. */
export const termsNote =
  "This text is a template. Whoever runs this installation has it read by a lawyer and puts the company's name and address in before taking money."

/** Terms of use. They describe what the product really does. Their versions stand in `contract/catalogue/terms.ts`. */
export const termsSections: readonly TermsSection[] = [
  {
    id: "who",
    title: "Who this is between",
    paragraphs: [
      `“We” are the people or the company that run this installation of ${product.name}. “You” are the person who makes an account, or the business you make it for.`,
      "You must be at least 16 years old. If you are 16 or 17, a parent or guardian agrees with you.",
    ],
  },
  {
    id: "account",
    title: "Your account",
    paragraphs: [
      "Give an e-mail address that you read. Keep your password to yourself; what is done with it counts as done by you until you tell us.",
      "You can end your account at any time. Your pictures are then removed, and credits that were not used are gone.",
    ],
  },
  {
    id: "credits",
    title: "Credits and prices",
    paragraphs: [
      "Tools cost credits. The number stands on the button before you press it. Credits are held while the work is under way; they are spent when it succeeds and come back when it fails.",
      "Credits do not expire and cannot be turned back into money. Free credits are used first.",
      "Prices are shown in naira and in dollars. The two are set separately. What you pay is the price in the currency you chose.",
      "A payment that was taken twice, or in a wrong amount, is returned.",
    ],
  },
  {
    id: "pictures",
    title: "Your pictures and your words",
    paragraphs: [
      "What you write and upload stays yours. You allow us to store and process it so that the tools can work.",
      "The pictures made for you are yours to use, also for business, as far as the law where you live lets anyone own them. Other people may get similar pictures from similar words.",
      "Pictures drawn with free credits are public: others can see them with the words you wrote. After a purchase each picture is private unless you show it. What the photo tools make of your own photos is private.",
      "You can delete a picture. Copies in backups disappear with the backups.",
    ],
  },
  {
    id: "rules",
    title: "What is not allowed",
    paragraphs: [
      "No pictures of real people in situations they did not agree to. No pictures that sexualise children, in any style. Nothing that is against the law where you are or where we are.",
      "Do not upload what you have no right to use. Do not show customers a thing you will not deliver.",
      "Do not attack the service, get around its limits, or use other people's accounts.",
      "We may take down public pictures that break these rules and close accounts that do it again. We say why.",
    ],
  },
  {
    id: "academy",
    title: "The academy",
    paragraphs: [
      "The application fee is paid once per application and is not refundable. It confirms your interest and holds your place in the procedure; it does not promise admission. A seat in class comes with admission.",
      "Tuition is paid in one sum or in three instalments. The figures on the program's page are the ones that count.",
      "If we cancel a cohort, tuition paid for it is returned or moved to the next one, as you choose.",
    ],
  },
  {
    id: "systems",
    title: "Systems set up for you",
    paragraphs: [
      "Each engagement has an agreement of its own, with scope, price and dates. Where the two differ, that agreement counts.",
    ],
  },
  {
    id: "privacy",
    title: "Your data",
    paragraphs: [
      "We keep what the service needs: your account, which version of these terms you agreed to and when, your words, your files, your orders and payments, and technical records for security.",
      "What stays when an account is deleted: records of payments, as long as the law asks for them, without your name, your address or your account; what was paid, when and for what still stands there. A code computed from your address stays too, so that welcome credits are given once; your address cannot be read from it.",
      "Your browser keeps cookies and notes that make the product work; the list below names each of them. We keep those on the list, follow nobody with them, and sell nothing. Where you pay or sign in with another service, its window or page may keep cookies of its own, by its own terms.",
      "Learners who open lessons also keep copies of them on that device: your program with the first names of your cohort, the words and pictures of lessons, sounds and files where you asked for them, your answers and hand-ins in them, and what you did without a connection until it is sent. They can be read there without a connection. Signing out removes them, and so does another person who signs in; on the learner portal you can remove them at any time.",
      "Under the Nigeria Data Protection Act and similar laws you can ask what we hold, have it corrected, take it with you, or have it deleted. Write to us through the contact page.",
    ],
  },
  {
    id: "limits",
    title: "What we promise and what we do not",
    paragraphs: [
      "We work with care, but no service is always there and no generated picture is always right. Look at each one before you use it.",
      "We are responsible for harm we cause on purpose or through gross neglect. Beyond that our responsibility ends, as far as the law allows, at what you paid us in the last twelve months.",
    ],
  },
  {
    id: "changes",
    title: "Changes and the law",
    paragraphs: [
      "When these terms change in a way that matters to you, you read what is new when you come next, and we ask you once whether you agree. If you disagree, you can leave.",
      "The law of the Federal Republic of Nigeria applies, and the protection you have as a consumer where you live stays with you.",
    ],
  },
]
