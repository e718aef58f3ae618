/** Words of the page for companies. Only what the product does today. */
export const enterprise = {
  title: "Run it inside your own walls",
  lead: "The whole product is one program. It starts on a laptop with nothing else, and grows to many processes on your servers with your database, your storage and your mail.",
  facts: {
    title: "What your technical people will ask",
    items: [
      {
        question: "Where is our data?",
        answer: "Where you put it: an embedded database and a folder, or your PostgreSQL and your S3 storage.",
      },
      {
        question: "Do pictures leave the building?",
        answer: "No. The engine that ships with the product draws on your own processors and calls nobody.",
      },
      {
        question: "What do browsers load from others?",
        answer: "Nothing. No scripts, fonts, pictures or counters from other hosts; the content policy forbids it.",
      },
      {
        question: "How do we see that it works?",
        answer: "Health and readiness addresses, Prometheus figures, structured logs with a request id.",
      },
      {
        question: "How does it grow?",
        answer:
          "Web and worker processes can be started as often as you like; limits, queues and events go through the database.",
      },
      {
        question: "What is the licence?",
        answer: "MIT. You may read, change and run it.",
      },
    ],
  },
  ask: {
    title: "Tell us what you run",
    text: "How many people, which servers, what must never leave the building. You get a plan with dates and a price.",
    link: "Write to us",
    subject: "For our company",
  },
  work: {
    title: "What we do for a company",
    items: [
      { title: "Install", text: "On your servers, with your sign-on rules, backups and alarms." },
      { title: "Fit", text: "Your styles, your product table, your shapes, your approval steps." },
      { title: "Train", text: "Your people, on your goods, in two half days." },
    ],
  },
} as const
