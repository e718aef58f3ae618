import assert from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type RunningProcess, signUpAt, type Visitor } from "#server/testing/processes/processes.ts"
import { startProduct } from "./product.ts"
import { startProgram } from "./programs.ts"
import type { Rehearsal, Stage } from "./rehearsal.ts"

interface Cell {
  kind: string
  text: string
}

/**
 * What its dialog proposes for a file with a byte order mark: commas, double quotes, UTF-8 (76), from the first line. Without
 * windows nobody proposes anything, and it would take the letters of Western Europe.
 */
const asProposed = "Text - txt - csv (StarCalc):44,34,76,1"

/** What LibreOffice makes of a table. @throws Error for one without the mark, for which the dialog proposes other letters */
async function openTable(stage: Stage, bytes: Buffer, name: string): Promise<Cell[]> {
  assert.equal(bytes.subarray(0, 3).toString("hex"), "efbbbf", "It has no byte order mark.")
  writeFileSync(join(stage.dir, `${name}.csv`), bytes)
  const profile = `-env:UserInstallation=file://${join(stage.dir, "profile")}`
  const convert = ["--convert-to", "fods", "--outdir", stage.dir, join(stage.dir, `${name}.csv`)]
  const program = startProgram(stage, "soffice", [profile, "--headless", `--infilter=${asProposed}`, ...convert])
  await new Promise((resolve) => program.child.once("exit", resolve))
  const text = readFileSync(join(stage.dir, `${name}.fods`), "utf8")
  const cells = text.matchAll(/<table:table-cell([^>]*)>\s*<text:p>([\s\S]*?)<\/text:p>/g)
  return [...cells].map(([, attributes = "", content = ""]) => ({
    kind: /office:value-type="([^"]+)"/.exec(attributes)?.[1] ?? "",
    text: content
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll("&apos;", "'")
      .replaceAll("&amp;", "&"),
  }))
}

async function becomeOwner(product: RunningProcess): Promise<Visitor> {
  const owner = await signUpAt(product, "owner@example.com")
  const token = /operator\?token=(\w+)/.exec(product.output())?.[1]
  const reply = await owner.send(product, "POST", "/operators/claim", { token })
  if (!reply.ok) throw new Error(await reply.text())
  return owner
}

/** The tables of the admin console, opened by LibreOffice. */
export const spreadsheets: Rehearsal = {
  name: "spreadsheets",
  packages: { soffice: "libreoffice-calc" },
  seconds: 300,
  async run(stage) {
    const { row } = stage
    const product = await startProduct(stage, { ENGINE: "fake" })
    const owner = await becomeOwner(product)
    const name = "=Ɗan Ƙasa ’Yar Ɓala Ọ̀ṣun"
    const change = (path: string, body: object): Promise<Response> => owner.send(product, "PATCH", path, body)
    assert.equal((await change("/v1/account/name", { name })).status, 200)
    const phone = { phone: "+2348031234567", password: "a long enough password" }
    assert.equal((await change("/v1/account/phone", phone)).status, 200)

    const read = async (path: string): Promise<Buffer> => {
      const reply = await owner.send(product, "GET", path)
      if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
      return Buffer.from(await reply.arrayBuffer())
    }
    let people: Cell[] = []
    await row("the list of people opens", async () => {
      people = await openTable(stage, await read("/operators/people.csv"), "people")
      assert.ok(
        people.some(({ text }) => text === "owner@example.com"),
        JSON.stringify(people),
      )
    })
    await row("letters of Hausa and Yoruba are the ones that were written", async () =>
      assert.ok(
        people.some(({ text }) => text.includes("Ɗan Ƙasa ’Yar Ɓala Ọ̀ṣun")),
        JSON.stringify(people),
      ),
    )
    await row("a telephone number is a text that keeps its sign, without a quote before it", async () => {
      const found = people.find(({ text }) => text.replaceAll(" ", "").includes("2348031234567"))
      assert.equal(found?.kind, "string")
      assert.match(found.text, /^\+234/)
    })
    await row("a name that begins like a formula is a text", async () =>
      assert.equal(people.find(({ text }) => text.includes("Ɗan"))?.kind, "string"),
    )
    for (const path of ["/operators/log.csv", "/operators/team.csv"]) {
      await row(`${path} opens with its columns apart`, async () => {
        const cells = await openTable(stage, await read(path), path.replaceAll(/\W/g, ""))
        assert.ok(cells.length > 3 && cells.every(({ text }) => !text.startsWith("\ufeff")), JSON.stringify(cells))
      })
    }
  },
}
