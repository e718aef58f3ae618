import type { MessageSource } from "#contract/operations/contact.ts"
import type { MessageState } from "#contract/operations/messages-admin.ts"

/** What each state of a message is called, and how it is coloured. */
export const messageStates: Readonly<Record<MessageState, { label: string; tone: "ochre" | "indigo" | "leaf" }>> = {
  new: { label: "Unread", tone: "ochre" },
  read: { label: "Read", tone: "indigo" },
  answered: { label: "Answered", tone: "leaf" },
}

/** The forms messages come from. */
export const sourceWords: Readonly<Record<MessageSource, string>> = {
  contact: "Contact page",
  enterprise: "Page for companies",
  sheet: "Asked for a sheet",
}
