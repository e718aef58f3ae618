/** Words of the price page. */
export const pricing = {
  title: "Prices you can read in a minute",
  lead: "You buy credits once and use them when you like. No subscription, nothing renews, nothing expires.",
  recommended: "Recommended",
  currencyNote:
    "We begin with the currency of the country that you or your device name. Both lists are prices of their own, not conversions.",
  studioText:
    "A shoot of your own product: it is cut out of your photos and set into thirty new pictures. Where an engine that trains models is connected, it learns the product from your photos. The credits are for everything else.",
  calculator: {
    title: "How many credits do you need?",
    text: "Say how many products you list in a month, and how many pictures each one gets.",
  },
  tools: {
    title: "What each tool costs",
    text: "Per picture. The server charges by this same list, and the button shows the number before you press it.",
  },
  rules: {
    title: "What happens when",
    items: [
      {
        title: "Credits run out",
        text: "Where the button was you read how many are missing and buy more. Your gallery stays open and every picture stays yours. You buy a plan when you need new pictures.",
      },
      {
        title: "You wait a year",
        text: "Credits do not expire. What you bought stays until you use it.",
      },
      {
        title: "A picture fails",
        text: "Credits are held while a picture is drawn. If it fails, or you cancel before it starts, they come back at once.",
      },
      {
        title: "You use free credits only",
        text: "Your pictures are public and can appear in the showcase. Any plan lets you keep pictures private.",
      },
      {
        title: "You buy a second plan",
        text: "Its credits are added to what you have. Free credits are used first, then the oldest paid ones.",
      },
      {
        title: "You were charged twice",
        text: "Write to us with the receipt. A double payment is always returned.",
      },
    ],
  },
  payment: {
    title: "Ways to pay",
    text: "Plans are charged in naira or in dollars, whichever you choose. The two prices are set by hand and are not an exchange rate.",
    expect: {
      card: "The credits come as soon as your bank says yes, mostly at once.",
      banktransfer:
        "You get an account number for this one payment. The credits come when the bank tells that the money is there; you may close the page meanwhile.",
      ussd: "You get a code to dial on your phone, without data, and confirm with the PIN of your bank.",
    },
    notConnected:
      "Payments are not connected on this installation yet, so plans cannot be bought today. Free credits work.",
  },
} as const
