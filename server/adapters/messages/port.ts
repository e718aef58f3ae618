export interface Message {
  /** A phone number with its country. */
  to: string
  text: string
}

/** Sends text messages to phones. One implementation per way; `server/composition/compose.ts` picks one. */
export interface Messenger {
  /** `disabled` sends nothing: calls that need it are refused before. */
  readonly kind: "captured" | "disabled" | "termii"
  /** @throws Error to be tried again */
  send(message: Message): Promise<void>
}
