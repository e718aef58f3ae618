import type { ReactElement } from "react"
import { maxProductPictures, maxProducts } from "#contract/studio/shelf.ts"
import { maxTableRows } from "#contract/studio/shelf-import.ts"
import { handleDays, visitDays } from "#contract/studio/shelf-shop.ts"
import { formatNumber } from "#web/lib/format/format.ts"
import { shelfPath } from "#web/lib/shelf/shelf.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"

/** What sellers ask, in the order in which they come to it. */
const answers = [
  {
    question: "How do I put something on the shelf?",
    answer: `Press “From a photo” on your shelf: the background is taken off, one picture is put on white and one in a scene, in your shop’s two colours if you like, and a title and a text are proposed. You see what each step costs before you confirm. Or open a picture in your gallery and press “Put on the shelf”. Or choose several pictures with “Select”, or press “New product”. A product has up to ${maxProductPictures} pictures; the first one stands for it everywhere. A shelf holds ${formatNumber(maxProducts)} products.`,
  },
  {
    question: "Who sees it?",
    answer:
      "Nobody but you, until you do two things: switch “In the shop” on at the product, and “Open to everybody” on in your shop. Notes are always yours alone.",
  },
  {
    question: "How do I write a price?",
    answer: "As you like: 5k, 5,000, ₦5,000 or 5.000,00 are all read. A product in the shop needs a price in naira.",
  },
  {
    question: "How do buyers order?",
    answer:
      "Each product has a button that opens a WhatsApp chat with you. The chat begins with the name, the options, the price and the link. You agree on payment and delivery there. We take no money for it. Without a WhatsApp number there is no button.",
  },
  {
    question: "What happens when something is sold out?",
    answer:
      "Set its stock to “Sold out”, or count it down to 0. It leaves your shop and your feed at once. Facebook and Instagram see it when they next read the feed, and links that are in chats already keep their little picture. It stays on your shelf, and comes back when there is stock again.",
  },
  {
    question: "Can I change the name in the address?",
    answer: `Yes, once in ${handleDays} days after your shop first opened. Links with the old name go on to lead to your shop.`,
  },
  {
    question: "How do I make a price poster?",
    answer:
      "Open a product and press “Price poster”. Choose a size and one of six layouts, then download it or share it to your status. It is free, and shows the product as it is saved, in the two colours of your shop.",
  },
  {
    question: "How do I send my whole price list?",
    answer:
      "In your shop, under “Price list (PDF)”, take the one for phones or the one for printing. What is sold out is left out, or marked if you tick that.",
  },
  {
    question: "Can I bring products from a spreadsheet?",
    answer: `Yes: on your shelf press “From a spreadsheet” and choose a CSV file with up to ${formatNumber(maxTableRows)} rows. You see which column is taken for what, and can change it. What is wrong is told by row and column, and nothing is taken until all of it is right. New products are drafts: add their pictures afterwards. “All products (CSV)” in your shop can be changed in a spreadsheet and read in again.`,
  },
  {
    question: "How do I sell on Facebook and Instagram?",
    answer:
      "In your shop, copy the feed address. In Meta Commerce Manager, add a data feed to a catalogue and paste it there. Products without a price in your shop's currency or without a picture are left out. If somebody has the address who should not, press “New address”.",
  },
  {
    question: "What do you count?",
    answer: `How often your pages are opened, by day and by product, for ${visitDays} days. No cookie is set and nothing about visitors is kept.`,
  },
] as const

/** /shelf/help: shelf and shop in a seller's words. */
export function Component(): ReactElement {
  return (
    <div className="grid max-w-measure gap-6">
      <header>
        <TextLink to={shelfPath}>Shelf</TextLink>
        <h1 className="mt-1 text-2xl sm:text-3xl">Selling from your shelf</h1>
      </header>
      {answers.map(({ question, answer }) => (
        <section key={question} className="grid gap-1">
          <h2 className="text-lg font-semibold">{question}</h2>
          <p className="text-ink-soft">{answer}</p>
        </section>
      ))}
    </div>
  )
}
