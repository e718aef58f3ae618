import { createTransport } from "nodemailer"
import type { Mailer } from "#server/adapters/mail/port.ts"
import { AppError } from "#server/platform/errors.ts"
import { isLoopbackHost } from "#server/platform/http/origins.ts"
import type { MailTrust, SmtpSettings } from "./settings.ts"
import { tryServer } from "./try-server.ts"

/**
 * Sends by SMTP. The address carries host, port, name and password; port 465 and `smtps://` speak TLS from the start, and
 * others begin it where the server offers it. A password leaves this machine by TLS only: whoever stands between could
 * take the offer away.
 * A server on this machine shows whatever certificate it was made with: there nobody stands between. Elsewhere it is
 * checked, unless the settings say what to trust.
 * @param greetingMs longest wait for the server to say that it is there
 */
export function createSmtpMailer(options: SmtpSettings, greetingMs = 10_000): Mailer {
  const address = new URL(options.url)
  const isSecure = address.protocol === "smtps:" || address.port === "465"
  const login = address.username
    ? { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) }
    : null
  const server = {
    host: address.hostname,
    port: Number(address.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: address.username !== "" && !isLoopbackHost(address.hostname),
    tls: trusting(options.trust ?? (isLoopbackHost(address.hostname) ? "any" : "known")),
    connectionTimeout: 10_000,
    greetingTimeout: greetingMs,
    socketTimeout: 30_000,
  }
  const transport = createTransport({
    ...server,
    ...(login ? { auth: login } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    kind: "smtp",
    async send(mail) {
      try {
        await transport.sendMail({
          from: options.from,
          to: { name: "", address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${mail.id}@${domainOf(options.from)}>`,
          headers: {
            "Auto-Submitted": "auto-generated",
            ...(mail.unsubscribe && {
              "List-Unsubscribe": `<${mail.unsubscribe}>`,
              "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            }),
          },
        })
      } catch (error) {
        if (isRefusal(error))
          throw new AppError("general_bad_request", "The mail server refused the mail.", { cause: error })
        throw error
      }
    },
    async check() {
      await tryServer(server, login, addressOf(options.from))
      return ` at ${address.host}`
    },
    close: async () => transport.close(),
  }
}

function trusting(trust: MailTrust): { rejectUnauthorized?: boolean; ca?: string } {
  if (trust === "any") return { rejectUnauthorized: false }
  return trust === "known" ? {} : { ca: trust.certificates }
}

function addressOf(from: string): string {
  return (/<([^<>]+)>/.exec(from)?.[1] ?? from).trim()
}

/** The domain of a sender: receivers weigh an id that names another one, or a machine of nobody, as a sign of spam. */
function domainOf(from: string): string {
  return addressOf(from).split("@").at(-1) ?? ""
}

/** What is said of a mail itself; all else a server refuses is the same for every mail, and the operator mends it. */
const commandsOfMail: readonly unknown[] = ["RCPT TO", "DATA"]

/** Whether the server will never take this mail. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !("permanent" in error) || !("command" in error)) return false
  return error.permanent === true && commandsOfMail.includes(error.command)
}
