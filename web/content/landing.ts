/** Words of the first page. Only what this installation does: no customers, no figures of success. */
export const landing = {
  headline: "Product pictures for small shops, from one sentence.",
  lead: "Write what you sell: a jar of shea butter, a pair of sandals, a clay pot. The studio draws the picture for your catalogue, your status and your market page.",
  freeNote: "free credits once your e-mail is confirmed. No card needed.",
  payNote: "Later you pay in naira by card, bank transfer or USSD, or in dollars by card.",
  examples: "See examples",
  before: "A plain photo",
  after: "The studio's picture",
  doors: {
    title: "Three ways in",
    items: {
      studio: {
        title: "Make your pictures",
        text: "You know your goods best. Write a sentence, choose a shape, keep the picture.",
        link: "Open the studio",
      },
      systems: {
        title: "Have it done",
        text: "We set up a working system for outreach, product pictures, posts, ads or replies, and hand you the keys.",
        link: "See the five systems",
      },
      academy: {
        title: "Learn to build it",
        text: "Live online classes for people who want to connect these tools for others, and for people who lead a business.",
        link: "Visit the academy",
      },
    },
  },
  steps: {
    title: "From a sentence to a picture",
    items: [
      {
        screen: "prompt",
        title: "Say what you sell",
        text: "Plain words are enough: the thing, what it stands on, and the light. Choose a shape; the button says what it costs.",
      },
      {
        screen: "drawing",
        title: "Watch it appear",
        text: "See how far it is, or close the page: the picture is drawn anyway, and if it fails the credits come back.",
      },
      {
        screen: "gallery",
        title: "Keep the picture",
        text: "It waits in your gallery with the words you wrote. Download it, or copy the words and change one of them.",
      },
    ],
  },
  tries: {
    title: "Try it now, without an account",
    text: "One picture for each visitor, small and free. Nobody else sees it. Make an account afterwards and it waits in your gallery.",
    label: "What do you sell?",
    hint: "Name the thing, what it stands on, and the light.",
    examples: [
      "an amber glass perfume bottle on a marble podium, golden light",
      "brown leather sandals on sand, golden light",
      "a blue enamel mug on a market stall, morning light",
    ],
    button: "Draw it, free",
    keep: "Keep it: create your account",
    kept: "This picture is small, 512 × 512 pixels, and waits here for seven days. With an account you keep it and draw large ones.",
    failed: "The picture could not be drawn. Please try again, or with other words.",
    noAnswer: "The server did not answer. Check your connection and try again.",
  },
  trades: {
    title: "Whatever stands on your shelf",
    text: "Each picture was drawn here, by the words under it. Take them to the studio and put your own thing in their place.",
    all: "Every trade, with its scenes",
    demo: "See how a training goes",
  },
  tools: {
    title: "What you can have made",
    text: "Prices are in credits, for each picture. The button shows the same number before you press it.",
    link: "See every tool and its price",
  },
  systems: {
    title: "Five systems we set up for others",
    text: "Each one is a chain of steps that runs in your own accounts. You see every part, and you can change it.",
  },
  academy: {
    title: "An academy for people who build",
    text: "Two bootcamps, online and live. You apply from your dashboard and pay the application fee there.",
    link: "How the academy works",
  },
  prices: {
    title: "Pay for credits, not for months",
    text: "There is no subscription. Credits do not expire, and with any plan you can keep your pictures private.",
  },
  trust: {
    title: "What you can count on",
    items: [
      {
        title: "Your credits are safe",
        text: "They are held while a picture is being drawn and come back when it fails. Nothing is charged twice.",
      },
      {
        title: "Your pictures are yours",
        text: "Delete any of them when you like. After your first plan each picture is private unless you show it.",
      },
      {
        title: "Yours to sell with",
        text: "Use them in your shop, your adverts and your packaging. A generated file says inside that a machine made it.",
      },
      {
        title: "Paid twice? It comes back",
        text: "A double payment is always returned. Write to us with the receipt; a person answers.",
      },
      {
        title: "The price is on the button",
        text: "You read what a picture costs before you press, in the same credits that the server charges.",
      },
      {
        title: "Nobody follows you here",
        text: "No adverts, and nothing that watches you. Looks at a shop or a shared picture are counted, not who looked. Small notes in your browser remember that you signed in; the terms name each.",
      },
    ],
  },
  questions: {
    title: "Questions people ask first",
    items: [
      {
        question: "Do I need to write good English?",
        answer:
          "No. Short words are best. Name the thing, its colour and material, what it stands on, and the light: “blue enamel mug on a market stall, morning light”.",
      },
      {
        question: "Can I use the pictures to sell?",
        answer:
          "Yes, in your shop, your adverts and your packaging. Show the thing you really deliver: a picture should not promise what the parcel does not hold.",
      },
      {
        question: "Who sees my pictures?",
        answer:
          "While you use free credits your pictures are public and can appear in the showcase. Once you have bought any plan you choose for each picture, and private is the default.",
      },
      {
        question: "Can it show my own product, exactly?",
        answer:
          "Yes, with your own photos. Remove the background of one photo and put it into a scene, or give three or more photos and order a photoshoot of it.",
      },
      {
        question: "Can I pay without a bank card?",
        answer: "Yes. In naira you can also pay by bank transfer or USSD. To begin you pay nothing.",
      },
      {
        question: "What happens when my credits run out?",
        answer:
          "Your gallery stays open and your pictures stay yours. You buy a plan when you need new pictures; nothing renews by itself.",
      },
    ],
  },
  closing: "Start with one picture of what you sell.",
} as const

/** A trade, a picture of it, and the very words that drew it; they can be taken to the studio. */
export const tradeExamples = [
  {
    category: "products",
    name: "Skincare",
    prompt: "a sage green cream jar with a gold lid on linen, soft window light",
  },
  {
    category: "fashion",
    name: "Fashion",
    prompt: "folded blue and ochre ankara fabric with a wooden stool, warm light",
  },
  { category: "footwear", name: "Footwear", prompt: "brown leather sandals on sand, golden light" },
  {
    category: "food",
    name: "Food",
    prompt: "a clay bowl of jollof rice on a wooden table, warm window light",
  },
  {
    category: "jewelry",
    name: "Jewelry",
    prompt: "a gold ring with a ruby red gem on indigo cloth, soft light",
  },
  {
    category: "bags",
    name: "Bags",
    prompt: "a tan leather handbag on a podium, studio light",
  },
  {
    category: "kitchenware",
    name: "Kitchenware",
    prompt: "a blue enamel mug on a market stall with ankara cloth, morning light",
  },
  { category: "tech", name: "Tech", prompt: "silver headphones on a chalk podium, soft light" },
] as const

/** Shape of the pictures beside those words. */
export const tradeShape = "4:5"
