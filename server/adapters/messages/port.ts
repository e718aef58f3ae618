export interface Message {
  /** A phone number with its country. */
  to: string
  text: string
}

/** Sends text messages to phones. One implementation per way, each in a folder of its own. */
export interface Messenger {
  /** `disabled` sends nothing: calls that need it are refused before. `captured` ones are read on this machine. */
  readonly kind: string
  /** @throws Error to be tried again */
  send(message: Message): Promise<void>
  /** Asks the service with our key, sending nothing. @returns more about it @throws Error when it refuses the key */
  check?(): Promise<string>
}
