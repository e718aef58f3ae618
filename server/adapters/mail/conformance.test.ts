import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { OpenDatabase } from "#server/db/open.ts"
import { AppError } from "#server/platform/errors.ts"
import { openTestDatabase } from "#server/testing/databases/test-database.ts"
import { createCapturedMailer } from "./captured/captured.ts"
import type { Mail, Mailer } from "./port.ts"
import { readableHeader, readMime } from "./read-mime.ts"
import type { MailTrust } from "./smtp/settings.ts"
import { createSmtpMailer } from "./smtp/smtp.ts"
import { hangUp, startMailServer, staySilent, type TestMailServer } from "./test-server.ts"

const mail: Mail = {
  to: "ada@example.com",
  subject: "Confirm your e-mail address",
  text: "Hello Ada,\n\nhttp://localhost:3000/verify-user?userId=a&secret=b",
  html: '<p>Hello Ada, <a href="http://localhost:3000/verify-user">press here</a></p>',
  id: "0190a1b2c3d4e5f60718",
}

let database: OpenDatabase
let server: TestMailServer
const mailers = new Map<string, { mailer: Mailer; newest: () => Promise<Omit<Mail, "id">> }>()

const smtp = (login = "") =>
  createSmtpMailer({ url: `smtp://${login}127.0.0.1:${server.port}`, from: "Aworan <hello@aworan.example>" })

function newestArrival() {
  const arrived = server.received.at(-1)
  if (!arrived) throw new Error("No mail arrived.")
  return { ...arrived, mime: readMime(arrived.raw) }
}

beforeAll(async () => {
  database = await openTestDatabase()
  server = await startMailServer()
  mailers.set("captured", {
    mailer: createCapturedMailer(database.db),
    newest: () =>
      database.db
        .selectFrom("capturedMails")
        .select(["recipient as to", "subject", "text", "html"])
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow(),
  })
  mailers.set("smtp", {
    mailer: smtp(),
    async newest() {
      const { mime, recipients } = newestArrival()
      const part = (type: string): string => mime.parts.find((one) => one.type === type)?.text ?? ""
      return {
        to: recipients.join(),
        subject: readableHeader(mime, "subject"),
        text: part("text/plain"),
        html: part("text/html"),
      }
    },
  })
})
beforeEach(() => server.replies.clear())
afterAll(async () => {
  for (const { mailer } of mailers.values()) await mailer.close()
  await server.close()
  await database.close()
})

describe.each(["captured", "smtp"])("the %s mailer", (kind) => {
  let mailer: Mailer
  let newest: () => Promise<Omit<Mail, "id">>
  beforeAll(() => {
    const known = mailers.get(kind) ?? expect.fail(`There is no ${kind} mailer.`)
    mailer = known.mailer
    newest = known.newest
  })

  test("says what it is, and delivers receiver, subject and both parts", async () => {
    expect(mailer.kind).toBe(kind)
    await mailer.send(mail)
    const { id: _, ...content } = mail
    expect(await newest()).toEqual(content)
  })

  test("keeps letters of every script, in the subject and in both parts", async () => {
    const subject = "Ṣàṣàrà: ké́ke 🎉 подтвердите адрес, ".repeat(4).trim()
    const content = { subject, text: "Ẹ káàárọ̀ 你好\n=20 is no blank", html: "<p>Ẹ káàárọ̀ 你好</p>" }
    await mailer.send({ ...mail, ...content, id: `${mail.id}-scripts` })
    expect(await newest()).toEqual({ ...content, to: mail.to })
  })

  test("keeps long lines, and lines of one dot", async () => {
    const text = `${"a long line ".repeat(200).trim()}\n.\n..\n.end`
    await mailer.send({ ...mail, text, id: `${mail.id}-long` })
    expect((await newest()).text).toBe(text)
  })

  test("sends many at once, each whole", async () => {
    const subjects = Array.from({ length: 20 }, (_, n) => `Mail ${n}`)
    await Promise.all(subjects.map((subject, n) => mailer.send({ ...mail, subject, id: `${mail.id}${n}` })))
    expect(subjects).toContain((await newest()).subject)
  })
})

test("the captured mailer has one that is sent twice once, as those see it who read the ids of mails", async () => {
  const known = mailers.get("captured") ?? expect.fail("There is no captured mailer.")
  const twice = { ...mail, to: "twice@example.com", id: "the-same" }
  await known.mailer.send(twice)
  await known.mailer.send({ ...twice, subject: "Sent once more" })
  expect((await known.newest()).subject).toBe(mail.subject)
})

describe("the smtp mailer", () => {
  test("has mail programs offer a button that ends such mails, where there is one", async () => {
    const unsubscribe = "https://aworan.example/notices/unsubscribe?account=a&key=b"
    await smtp().send({ ...mail, unsubscribe })
    const headers = Object.fromEntries(newestArrival().mime.headers)
    expect(headers["list-unsubscribe"]?.replaceAll(/\s/g, "")).toBe(`<${unsubscribe}>`)
    expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click")
  })

  test("writes the headers that mail programs look for, and no other", async () => {
    await smtp().send(mail)
    const { mime, from } = newestArrival()
    expect(from).toBe("hello@aworan.example")
    const headers = Object.fromEntries(mime.headers)
    expect(headers).toMatchObject({
      from: "Aworan <hello@aworan.example>",
      to: "ada@example.com",
      "message-id": "<0190a1b2c3d4e5f60718@aworan.example>",
      "auto-submitted": "auto-generated",
      "mime-version": "1.0",
    })
    expect(Object.keys(headers).sort()).toEqual(
      ["auto-submitted", "content-type", "date", "from", "message-id", "mime-version", "subject", "to"].sort(),
    )
    expect(headers["content-type"]).toContain("multipart/alternative")
    expect(mime.parts.map((part) => part.type)).toEqual(["text/plain", "text/html"])
  })

  test.each<[string, Partial<Mail>]>([
    ["a line break in the subject", { subject: "Hello\r\nBcc: victim@example.com\r\nX-Planted: yes" }],
    ["a bare line feed in the subject", { subject: "Hello\nBcc: victim@example.com" }],
    ["an empty line in the subject", { subject: "Hello\r\n\r\n<h1>planted</h1>" }],
    ["a line break in the address", { to: "ada@example.com\r\nBcc: victim@example.com" }],
    ["a command in the address", { to: "ada@example.com>\r\nRCPT TO:<victim@example.com" }],
    ["a second address after a comma", { to: "ada@example.com, victim@example.com" }],
    ["a header in the address' name", { to: '"Bcc: victim@example.com" <ada@example.com>' }],
    ["a line break in the id", { id: "1\r\nBcc: victim@example.com" }],
  ])("lets %s add neither header nor receiver", async (_, change) => {
    const before = server.received.length
    const commandsBefore = server.commands.length
    await smtp()
      .send({ ...mail, ...change })
      .catch(() => null)
    const recipients = server.commands.slice(commandsBefore).filter((line) => /^rcpt/i.test(line))
    expect(recipients.filter((line) => /<victim@example.com>/.test(line))).toEqual([])
    expect(recipients.length).toBeLessThanOrEqual(1)
    for (const arrived of server.received.slice(before)) {
      const names = readMime(arrived.raw).headers.map(([name]) => name)
      expect(names).not.toContain("bcc")
      expect(names).not.toContain("x-planted")
      expect(arrived.recipients).toHaveLength(1)
    }
  })

  test.each([
    ["an unknown receiver", "RCPT", "550 5.1.1 no such person"],
    ["content that is refused", "DATA", "554 5.7.1 refused"],
  ])("gives up for good on %s", async (_, command, reply) => {
    server.replies.set(command, reply)
    const failure = await smtp()
      .send(mail)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(AppError)
    expect((failure as AppError).message).not.toContain("example.com")
  })

  test.each([
    ["a full mailbox", "RCPT", "451 4.2.2 try later"],
    ["a busy server", "MAIL", "421 4.3.2 too many connections"],
    ["a login that is refused, which the operator can mend", "AUTH", "535 5.7.8 wrong password"],
    ["a server that turns everybody away", "greeting", "554 5.3.2 no service here"],
    ["a sender that is not let in, which the operator can mend", "MAIL", "550 5.7.1 sender not verified"],
    ["a server that hangs up at once", "greeting", hangUp],
    ["a server that hangs up when it has the text", ".", hangUp],
  ])("asks to be tried again after %s", async (_, command, reply) => {
    server.replies.set(command, reply)
    const failure = await smtp("name:password@")
      .send(mail)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(AppError)
  })

  test("asks to be tried again when nobody answers", async () => {
    const gone = createSmtpMailer({ url: "smtp://127.0.0.1:9", from: "hello@aworan.example" })
    const failure = await gone.send(mail).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(AppError)
  })

  test("asks to be tried again when a server never greets, and does not wait long for it", async () => {
    server.replies.set("greeting", staySilent)
    const mute = createSmtpMailer({ url: `smtp://127.0.0.1:${server.port}`, from: "hello@aworan.example" }, 50)
    const failure = await mute.send(mail).catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: expect.stringContaining("Greeting never received") })
    expect(failure).not.toBeInstanceOf(AppError)
  })

  test("keeps a password to itself where another machine offers no TLS, and asks to be tried again", async () => {
    const url = `smtp://name:password@0.0.0.0:${server.port}`
    server.commands.length = 0
    const failure = await createSmtpMailer({ url, from: "hello@aworan.example" })
      .send(mail)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(AppError)
    expect(server.commands.filter((line) => line.startsWith("AUTH"))).toEqual([])
  })

  test("signs in with the name and the password of its address, undoing their escapes", async () => {
    await smtp("post%40office:p%3Ass%2Fword@").send(mail)
    const login = server.commands.findLast((line) => line.startsWith("AUTH PLAIN "))?.slice("AUTH PLAIN ".length) ?? ""
    expect(Buffer.from(login, "base64").toString().split("\0")).toEqual(["", "post@office", "p:ss/word"])
  })
})

describe("a look at the mail server", () => {
  const look = (from = "Aworan <hello@aworan.example>") =>
    createSmtpMailer({ url: `smtp://127.0.0.1:${server.port}`, from }).check?.()

  test("offers the sender and sends nothing", async () => {
    const before = server.received.length
    server.commands.length = 0
    expect(await look()).toContain("127.0.0.1")
    expect(server.commands).toContain("MAIL FROM:<hello@aworan.example>")
    expect(server.received).toHaveLength(before)
  })

  test.each([
    ["MAIL", "553 5.1.8 <hello@aworan.example>: Sender address rejected: Domain not found"],
    ["RCPT", "554 5.7.1 <hello@aworan.example>: Sender address rejected: Access denied"],
    ["RCPT", "554 5.7.1 <hello@aworan.example>: Relay access denied"],
  ])("tells that the sender is refused at %s by %s", async (command, reply) => {
    server.replies.set(command, reply)
    await expect(look()).rejects.toThrow(/takes no mail from hello@aworan\.example \(MAIL_FROM\): 55/)
  })

  test.each([
    ["RCPT", "550 5.1.1 <hello@aworan.example>: User unknown"],
    ["RCPT", "450 4.2.0 Greylisted"],
  ])("takes %s by %s for what it is: nothing against mails to others", async (command, reply) => {
    server.replies.set(command, reply)
    await expect(look()).resolves.toContain("127.0.0.1")
  })

  test("tells a wrong password and a server that is not there", async () => {
    server.replies.set("AUTH", "535 5.7.8 no")
    const url = `smtp://name:wrong@127.0.0.1:${server.port}`
    await expect(createSmtpMailer({ url, from: "a@aworan.example" }).check?.()).rejects.toThrow(/password of MAIL_URL/)
    const gone = createSmtpMailer({ url: "smtp://127.0.0.1:9", from: "a@aworan.example" })
    await expect(gone.check?.()).rejects.toThrow(/No mail server answers at 127\.0\.0\.1 \(MAIL_URL\)/)
  })
})

describe("a mail server with a certificate that it made itself", () => {
  let dir: string
  let own: TestMailServer
  const made = (name: string): string => readFileSync(join(dir, name), "utf8")
  const through = (trust?: MailTrust) =>
    createSmtpMailer({
      url: `smtp://localhost:${own.port}`,
      from: "hello@aworan.example",
      ...(trust ? { trust } : {}),
    })

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "aworan-certificate-"))
    for (const name of ["own", "other"]) {
      const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
      const files = ["-keyout", join(dir, `${name}.key`), "-out", join(dir, `${name}.pem`)]
      const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
      execFileSync("openssl", [...request, ...subject, ...files], { stdio: "ignore" })
    }
    own = await startMailServer({ key: made("own.key"), cert: made("own.pem") })
  })
  afterAll(async () => {
    await own.close()
    rmSync(dir, { recursive: true, force: true })
  })

  test.each([
    ["by default, on this machine", undefined],
    ["where any is trusted", "any" as const],
  ])("is sent to %s", async (_, trust) => {
    own.received.length = 0
    await through(trust).send(mail)
    expect(own.received).toHaveLength(1)
    expect(own.commands).toContain("STARTTLS")
  })

  test("is sent to where the certificate is the one that is named", async () => {
    own.received.length = 0
    await through({ certificates: made("own.pem") }).send(mail)
    expect(own.received).toHaveLength(1)
  })

  test.each(["known authorities", "another certificate"])(
    "is not where %s are trusted, and that is told",
    async (whose) => {
      own.received.length = 0
      const mailer = through(whose === "known authorities" ? "known" : { certificates: made("other.pem") })
      const failure = await mailer.send(mail).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      // The operator can mend it, so the mail is tried again.
      expect(failure).not.toBeInstanceOf(AppError)
      expect(own.received).toEqual([])
      await expect(mailer.check?.()).rejects.toThrow(/certificate of localhost is not trusted: .*MAIL_TRUST/)
    },
  )
})
