import { once } from "node:events"
import { createServer, type Socket } from "node:net"
import { createInterface } from "node:readline"
import { TLSSocket } from "node:tls"

/** A mail as it arrived over the wire. */
export interface ReceivedMail {
  from: string
  recipients: string[]
  /** Header and body, lines ended by CRLF, dots undone. */
  raw: string
}

/** A mail server as small as the tests need: keeps what it gets, and answers as it is told. */
export interface TestMailServer {
  port: number
  received: ReceivedMail[]
  /** Every command line that came, as it came. */
  commands: string[]
  /** Replies by the first word of a command, in place of the usual ones; `greeting` and `.` (a whole text) count as words. */
  replies: Map<string, string>
  close(): Promise<void>
}

/** In place of a reply: the connection breaks. */
export const hangUp = "(hangs up)"
/** In place of a reply: nothing is said. */
export const staySilent = "(stays silent)"

const usual: Record<string, string> = {
  greeting: "220 test",
  ".": "250 kept",
  EHLO: "250-test\r\n250-8BITMIME\r\n250 AUTH PLAIN",
  AUTH: "235 welcome",
  MAIL: "250 ok",
  RCPT: "250 ok",
  DATA: "354 go on",
  RSET: "250 ok",
  QUIT: "221 bye",
}

/** @param certificate with which it offers TLS, in PEM; it offers none without */
export async function startMailServer(certificate?: { key: string; cert: string }): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  const commands: string[] = []
  const replies = new Map<string, string>()
  const sockets = new Set<Socket>()

  const serve = async (socket: Socket, isGreeted = false): Promise<void> => {
    const say = (line: string): void => {
      if (line === hangUp) socket.destroy()
      else if (line !== staySilent) socket.write(`${line}\r\n`)
    }
    const offer = certificate && !(socket instanceof TLSSocket) ? "250-STARTTLS\r\n" : ""
    const replyTo = (word: string): string =>
      replies.get(word) ?? (word === "EHLO" ? `${offer}${usual.EHLO}` : (usual[word] ?? "500 what?"))
    if (!isGreeted) say(replyTo("greeting"))
    let mail: ReceivedMail = { from: "", recipients: [], raw: "" }
    let body: string[] | null = null
    for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (body && line !== ".") {
        body.push(line.replace(/^\./, ""))
        continue
      }
      if (body) {
        received.push({ ...mail, raw: body.join("\r\n") })
        mail = { from: "", recipients: [], raw: "" }
        body = null
        say(replyTo("."))
        continue
      }
      commands.push(line)
      if (certificate && line === "STARTTLS") {
        socket.write("220 go on\r\n")
        const secure = new TLSSocket(socket, { isServer: true, ...certificate })
        secure.on("error", () => {})
        return serve(secure, true)
      }
      const word = line.split(" ")[0]?.toUpperCase() ?? ""
      const reply = replyTo(word)
      const address = line.match(/<(.*)>/)?.[1] ?? ""
      if (reply.startsWith("250") && word === "MAIL") mail.from = address
      if (reply.startsWith("250") && word === "RCPT") mail.recipients.push(address)
      if (reply.startsWith("354")) body = []
      say(reply)
      if (word === "QUIT") socket.end()
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {}).on("close", () => sockets.delete(socket))
    serve(socket).catch(() => socket.destroy())
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The mail server has no port.")
  return {
    port: address.port,
    received,
    commands,
    replies,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, "close")
    },
  }
}
