export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Stable per mail, so that one sent twice is recognised. */
  id: string
  /** Where one press ends such mails without signing in (RFC 8058); mail programs show a button for it. */
  unsubscribe?: string
}

/** Sends mail. One implementation per way, each in a folder of its own. */
export interface Mailer {
  /** `captured` ones are read on this machine. */
  readonly kind: string
  /** @throws Error to be tried again; AppError when the receiver is refused for good */
  send(mail: Mail): Promise<void>
  /**
   * Reaches the server, signs in and offers the sender, sending nothing. @returns more about it
   * @throws Error that says why no mail leaves, and which setting to look at
   */
  check?(): Promise<string>
  close(): Promise<void>
}
