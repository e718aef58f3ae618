/** Words of the first page. Only what this installation does: no customers, no figures of success. */
export const landing = {
  headline: "Pictures that sell what you make.",
  lead: "Write one sentence about your perfume, your sandals or your clay pots. The studio draws the product picture for your catalogue, your status and your market page.",
  steps: {
    title: "From a sentence to a picture",
    items: [
      {
        title: "Say what you sell",
        text: "Plain words are enough: the thing, what it stands on, and the light.",
        example: "An amber glass perfume bottle on a marble podium, golden light",
      },
      {
        title: "Choose the shape",
        text: "Square for the catalogue, tall for a status, wide for a banner. Eleven shapes in all.",
        example: "4:5 for Instagram and Jumia",
      },
      {
        title: "Keep the picture",
        text: "It is drawn even when you close the page, and waits in your gallery with the words you wrote.",
        example: "If a drawing fails, its credits come back",
      },
    ],
  },
  prices: {
    title: "One price list, in credits",
    text: "A picture costs two to five credits, shown on the button before you press it. Credits do not expire.",
  },
  academy: {
    title: "An academy for people who build",
    text: "Two bootcamps, online and live. You apply from your dashboard.",
  },
  closing: "Start with one picture of what you sell.",
} as const
