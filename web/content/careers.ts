/** Words of the page about working here. */
export const careers = {
  title: "Work with us",
  lead: "We make tools for people who sell from a table, a shop or a phone, and we teach others to build such tools.",
  none: {
    title: "There is no open position",
    text: "When there is one, it stands here with its pay and its place. Leave your e-mail, and we write to you when something fits.",
    subject: "Tell me when there is work",
    label: "Your e-mail",
    link: "Leave it",
    note: "It goes to the people who read our messages, and on no list.",
    more: "Or write what you do",
  },
  how: {
    title: "How we work",
    items: [
      {
        title: "Small and finished",
        text: "We would rather ship one thing that works than announce five, and it has to work on a cheap phone.",
      },
      {
        title: "In plain words",
        text: "We write so that a shop owner understands it at once. That goes for screens, letters and code.",
      },
      {
        title: "Open about mistakes",
        text: "What failed is written down with the reason. Nobody is blamed for finding a fault, least of all their own.",
      },
    ],
  },
  mentors: {
    title: "Mentors for the academy",
    text: "You build or lead such systems and can explain them patiently? Write to us and say what you would teach.",
    subject: "Mentor for the academy",
    link: "Offer to teach",
  },
} as const
