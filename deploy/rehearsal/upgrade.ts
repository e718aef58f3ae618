import assert from "node:assert/strict"
import { join } from "node:path"
import { openEmbedded } from "#server/db/open.ts"
import { fillEveryTable } from "#server/testing/databases/fill-every-table.ts"
import { crashPath, picturesOf } from "#server/testing/processes/crash.ts"
import {
  type RunningProcess,
  runProgram,
  signInAt,
  signUpAt,
  type Visitor,
} from "#server/testing/processes/processes.ts"
import { freePorts } from "./programs.ts"
import type { Rehearsal, Stage } from "./rehearsal.ts"
import { findVersion, root, startVersion, unpackVersion, type Version } from "./versions.ts"

/** How long ago the versions are that are upgraded, in commits. */
const ages = [60, 300, 900]

const email = "ada@example.com"
const program = "systems_intergration"

/** Packages, three builds, four starts and an upgrade. */
const rowSeconds = 1_200

/** Versions of before, run by their own code, brought to this one by the operator's command and back again. */
export const upgrade: Rehearsal = {
  name: "upgrade",
  packages: { git: "git", tar: "tar" },
  seconds: ages.length * rowSeconds,
  async run(stage) {
    const table = [
      "| from | migrations | rows, tables | the command | the copy's tables | the real tables | result | way back |",
      "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for (const age of ages) {
      const version = findVersion(age)
      if (version === null) {
        stage.leaveOut(`${age} commits before`, "The history of this clone does not reach back so far.")
        continue
      }
      const from = `${age} commits before (${version.commit}, ${version.day})`
      const attempt = async () => void table.push(`| ${from} | ${await upgradeFrom(stage, version)} |`)
      await stage.row(`from ${from}, and back`, attempt, { seconds: rowSeconds })
    }
    process.stdout.write(`\n${table.join("\n")}\n`)
  },
}

/** @returns the rest of its line in the table */
async function upgradeFrom(stage: Stage, version: Version): Promise<string> {
  const folder = join(stage.dir, version.commit)
  await unpackVersion(version, folder)
  // Pictures are known by the address of the installation, so each version has the same one.
  const [port] = await freePorts(1)
  const dataDir = join(stage.dir, `data-${version.commit}`)
  const settings = { DATA_DIR: dataDir, PORT: String(port), ENGINE: "fake", LOG_LEVEL: "warn" }
  const former = await startVersion(stage, folder, settings)
  await leaveSomething(former)
  assert.equal(await former.stop(), 0)
  const database = await openEmbedded(join(dataDir, "database"))
  await fillEveryTable(database, { rows: 3 }).finally(() => database.close())

  const done = await admin(dataDir, "upgrade")
  const [, copied, tables] = found(done.output, /rows {6}(\d+) of (\d+) tables/)
  const [, migrations] = found(done.output, /changes {3}(\d+),/)
  const [, answered, asked] = found(done.output, /lists {5}(\d+) of (\d+) answer/)
  const [, onCopy] = found(done.output, /tables {4}up to date in ([\d.]+ s)/)
  const [, real] = found(done.output, /upgraded {2}in ([\d.]+ s)/)
  assert.equal(answered, asked, done.output)
  const present = await startVersion(stage, root, settings)
  await findItAgain(present)
  await present.stop()

  const back = await admin(dataDir, "upgrade", "back", "agreed")
  const again = await startVersion(stage, folder, settings)
  await findItAgain(again)
  await again.stop()
  const there = "person, picture and application there"
  return [
    migrations,
    `${copied}, ${tables}`,
    done.seconds,
    onCopy,
    real,
    `${answered} of ${asked} lists answer; ${there}`,
    `in ${back.seconds}; former version started, ${there}`,
  ].join(" | ")
}

/** A person with a picture, who applies and pays for that. */
async function leaveSomething(at: RunningProcess): Promise<void> {
  const person = await signUpAt(at, email)
  await ask(person, at, "POST", crashPath, { prompt: "a clay pot", aspect_ratio: "1:1" })
  const wish = { item: `application:${program}`, currency: "NGN", ageConfirmed: true }
  const order = await ask<{ tx_ref: string }>(person, at, "POST", "/orders", wish)
  await ask(person, at, "POST", `/dev/pay/${order.tx_ref}`, { outcome: "success", notices: 0 })
  await ask(person, at, "POST", `/orders/${order.tx_ref}/check`, {})
  await findItAgain(at)
}

/** Signs the same person in and looks for what is theirs. */
async function findItAgain(at: RunningProcess): Promise<void> {
  assert.equal((await fetch(at.url)).status, 200)
  const person = await signInAt(at, email)
  const { total, documents } = await picturesOf(person, at)
  assert.equal(total, 1)
  const picture = await fetch(documents[0]?.url ?? "", { headers: { cookie: person.cookie } })
  assert.match(picture.headers.get("content-type") ?? "", /^image\//)
  const journey = await ask<{ application: { programId: string } | null }>(person, at, "GET", "/academy/journey")
  assert.equal(journey.application?.programId, program)
}

async function ask<T>(person: Visitor, at: RunningProcess, method: string, path: string, body?: object): Promise<T> {
  const reply = await person.send(at, method, path, body)
  const text = await reply.text()
  assert.ok(reply.ok, `${method} ${path} answers ${reply.status}: ${text}`)
  return (JSON.parse(text) as { data: T }).data
}

/** Runs this version's command, which must end well. */
async function admin(dataDir: string, ...words: string[]): Promise<{ output: string; seconds: string }> {
  const begun = performance.now()
  const { code, output } = await runProgram("scripts/admin.ts", { DATA_DIR: dataDir, ENGINE: "fake" }, words)
  assert.equal(code, 0, output)
  return { output, seconds: `${((performance.now() - begun) / 1_000).toFixed(0)} s` }
}

function found(output: string, what: RegExp): RegExpExecArray {
  const match = what.exec(output)
  assert.ok(match, `Not said: ${what}\n${output}`)
  return match
}
