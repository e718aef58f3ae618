import { Readable } from "node:stream"
import SMTPConnection, { type SMTPConnectionOptions } from "nodemailer/lib/smtp-connection"
import { z } from "zod"

/** What nodemailer tells of a failure beside its sentence. */
const Failure = z.object({
  code: z.string().optional(),
  originalCode: z.string().optional(),
  response: z.string().optional(),
})

interface Login {
  user: string
  pass: string
}

/**
 * Begins a mail from the sender to itself and breaks off before its text, so that nothing is sent: whatever the server has
 * against the connection, the login or the sender is known then.
 * @throws Error that says in words for an operator why no mail leaves, and which setting to look at
 */
export async function tryServer(options: SMTPConnectionOptions, login: Login | null, sender: string): Promise<void> {
  const connection = new SMTPConnection(options)
  try {
    await new Promise<void>((resolve, reject) => {
      // Asked for once server and sender are agreed on everything else.
      const text = new Readable({ read: () => resolve() })
      const begin = () =>
        connection.send({ from: sender, to: [sender] }, text, (error) => (error ? reject(error) : resolve()))
      connection.once("error", reject)
      connection.connect((error) => {
        if (error) reject(error)
        else if (login === null) begin()
        else connection.login(login, (refused) => (refused ? reject(refused) : begin()))
      })
    })
  } catch (error) {
    const words = explain(error, String(options.host), sender)
    if (words !== null) throw new Error(words, { cause: error })
  } finally {
    connection.close()
  }
}

/** What Node says of a certificate that it does not trust, in place of a code of the system. */
const certificateCode = /CERT|SIGNATURE|SELF_SIGNED|ERR_TLS/

/**
 * Answers by which a server refuses the sender or us, by their extended codes (RFC 3463, 3.2 and 3.8). That it knows no
 * mailbox of the sender's name, which many senders have not, keeps no mail to others back.
 */
const refusedSender = /^5\d\d[ -]5\.(?:1\.[78]|7\.\d+)/

function explain(error: unknown, host: string, sender: string): string | null {
  const { code, originalCode, response } = Failure.safeParse(error).data ?? {}
  const said = error instanceof Error ? error.message : String(error)
  if (code === "EAUTH") return `${host} refused the name and the password of MAIL_URL: ${said}`
  if (code === "EENVELOPE" && response !== undefined) {
    return refusedSender.test(response) ? `${host} takes no mail from ${sender} (MAIL_FROM): ${response}` : null
  }
  if (code === "ETLS" || certificateCode.test(originalCode ?? "")) {
    return `The certificate of ${host} is not trusted: ${said}. MAIL_TRUST says which one to trust.`
  }
  return `No mail server answers at ${host} (MAIL_URL): ${said}`
}
