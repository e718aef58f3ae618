import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { RunningProcess } from "#server/testing/processes/processes.ts"
import { startProduct } from "./product.ts"
import { eventually, freePorts, selfSigned, untilListening } from "./programs.ts"
import type { Rehearsal } from "./rehearsal.ts"

/** Signs somebody up and asks for the mail that confirms the address. */
async function askForMail(product: RunningProcess, email: string): Promise<void> {
  const post = async (path: string, body: object, cookie = ""): Promise<Response> => {
    const headers = { "content-type": "application/json", cookie }
    const reply = await fetch(product.url + path, { method: "POST", headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return reply
  }
  const account = { email, password: "a long enough password" }
  await post("/v1/account", { ...account, userId: "unique()", name: "Ọ̀ṣun Adé" })
  const session = await post("/v1/account/sessions/email", account)
  const cookie = session.headers.getSetCookie().map((line) => line.split(";")[0])
  await post("/v1/account/verification", { url: `${product.url}/verify-user` }, cookie.join("; "))
}

/** Postfix as Debian installs it: TLS is offered, with a certificate that it signed itself. */
export const postfix: Rehearsal = {
  name: "postfix",
  packages: { postfix: "postfix", openssl: "openssl" },
  seconds: 240,
  async run(stage) {
    const { dir, row } = stage
    if (process.getuid?.() !== 0) throw new Error("Postfix starts as root only.")
    const [port = 0] = await freePorts(1)
    const { certificate, key } = selfSigned(dir)
    const id = (user: string, flag = "-u"): number =>
      Number(execFileSync("id", [flag, user], { encoding: "utf8" }).trim())
    const folder = (name: string, owner: string): string => {
      const path = join(dir, name)
      mkdirSync(path)
      chownSync(path, id(owner), id(owner, "-g"))
      return path
    }
    // Its programs run as users of their own, who pass through here.
    chmodSync(dir, 0o755)
    const [config, queue, data, mail] = [
      folder("etc", "root"),
      folder("queue", "root"),
      folder("data", "postfix"),
      folder("mail", "nobody"),
    ]
    const settings = {
      compatibility_level: "3.6",
      queue_directory: queue,
      data_directory: data,
      myhostname: "mail.rehearsal.test",
      inet_interfaces: "127.0.0.1",
      inet_protocols: "ipv4",
      mydestination: "",
      mynetworks: "127.0.0.0/8",
      smtpd_tls_cert_file: certificate,
      smtpd_tls_key_file: key,
      smtpd_tls_security_level: "may",
      smtpd_sender_restrictions: "check_sender_access inline:{{refused.test = REJECT}}",
      virtual_mailbox_domains: "inbox.test",
      virtual_mailbox_base: mail,
      virtual_mailbox_maps: "static:everyone",
      virtual_minimum_uid: "1",
      virtual_uid_maps: `static:${id("nobody")}`,
      virtual_gid_maps: `static:${id("nobody", "-g")}`,
      maillog_file: join(dir, "mail.log"),
      maillog_file_prefixes: dir,
    }
    writeFileSync(
      join(config, "main.cf"),
      Object.entries(settings)
        .map(([name, value]) => `${name} = ${value}\n`)
        .join(""),
    )
    const services = readFileSync("/usr/share/postfix/master.cf.dist", "utf8")
      .replace(/^smtp +inet .*$/m, `127.0.0.1:${port} inet n - n - - smtpd`)
      // In Debian's file its programs are shut into the queue's folder, which lacks what they need here.
      .replace(/^((?:\S+ +){4})y /gm, "$1n ")
    writeFileSync(join(config, "master.cf"), services)
    // Its first program leaves others behind and ends, so it is asked to start and to stop.
    const postfixDo = (what: string): void => {
      const path = `${process.env.PATH ?? ""}:/usr/sbin`
      execFileSync("postfix", ["-c", config, what], { env: { PATH: path }, stdio: "ignore", timeout: 30_000 })
    }
    postfixDo("start")
    stage.afterwards(() => postfixDo("stop"))
    await untilListening(port)

    const mailbox = join(mail, "everyone")
    const arrived = (to: string): Promise<string> =>
      eventually(`A mail for ${to}`, 20, () => {
        const mails = existsSync(mailbox) ? readFileSync(mailbox, "utf8").split(/^From /m) : []
        return mails.find((one) => one.includes(`To: ${to}`)) ?? null
      })
    const usual = {
      MAIL_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "Aworan <hello@sender.aworan.africa>",
      ENGINE: "fake",
    }
    /** Starts the product with other settings, on the tables of before. */
    const withSettings = async (given: Record<string, string>, act: (product: RunningProcess) => Promise<void>) => {
      const product = await startProduct(stage, { ...usual, ...given }, "mails")
      try {
        await act(product)
      } finally {
        await product.stop()
      }
    }

    await withSettings({}, async (product) => {
      await row("on this machine the certificate that it made itself will do", async () => {
        await askForMail(product, "first@inbox.test")
        const text = await arrived("first@inbox.test")
        assert.match(text, /with ESMTPS/, "It came without TLS.")
      })
      await row("Message-IDs end in the sender's domain", async () => {
        assert.match(await arrived("first@inbox.test"), /^Message-ID: <[^@>]+@sender\.aworan\.africa>$/im)
      })
      await row("the start has nothing to say against it", async () =>
        assert.doesNotMatch(product.output(), /no mail leaves/i),
      )
    })
    await withSettings({ MAIL_TRUST: "known" }, async (product) => {
      await row("where only known authorities are trusted, the start says that no mail leaves, and what to set", () =>
        eventually("The start's word", 15, () => (/no mail leaves.*MAIL_TRUST/is.test(product.output()) ? true : null)),
      )
    })
    await withSettings({ MAIL_TRUST: certificate }, async (product) => {
      await row("a certificate that is named is trusted", async () => {
        await askForMail(product, "named@inbox.test")
        assert.match(await arrived("named@inbox.test"), /with ESMTPS/)
      })
    })
    await withSettings({ MAIL_FROM: "hello@refused.test" }, async (product) => {
      await row("a sender whom it refuses is told by the start", () =>
        eventually("The start's word", 15, () => (/no mail leaves.*MAIL_FROM/is.test(product.output()) ? true : null)),
      )
    })
  },
}
