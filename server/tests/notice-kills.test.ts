import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { z } from "zod"
import { noticeKinds } from "#server/composition/notice-kinds.ts"
import { runProgram, unpackDatabase } from "#server/testing/processes/processes.ts"

const dir = mkdtempSync(join(tmpdir(), "aworan-notice-kills-"))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const Handed = z.object({ life: z.string(), way: z.string(), to: z.string(), id: z.string() })

test("every kind of notice is told once in each of its ways, whatever dies between telling, sending and noting it", async () => {
  const file = join(dir, "handed.jsonl")
  unpackDatabase(dir)
  const settings = {
    ...{ NODE_ENV: "test", DATA_DIR: dir, ENGINE: "fake", HANDED_FILE: file, LOG_LEVEL: "silent" },
    ...{ PUBLIC_URL: "https://studio.example.com", MAIL_URL: "captured", MESSAGES: "captured" },
  }
  const outputs: string[] = []
  // Killed once all is told, killed once all is handed over, and again, and one that is left alone.
  for (const life of ["told", "handed", "ended", "ended"]) {
    outputs.push((await runProgram("server/testing/processes/run-notices.ts", settings, [life])).output)
  }
  expect(outputs).toEqual(["", "", "", ""])
  const lines = readFileSync(file, "utf8").trim().split("\n")
  const handed = lines.map((line) => Handed.parse(JSON.parse(line)))
  expect(handed.filter(({ way }) => way === "end")).toHaveLength(2)

  // Phones and browsers: once each. The letter that nobody noted goes out once more under its id, by which it is known.
  const rings = handed.filter(({ way }) => way === "text" || way === "push")
  const letters = handed.filter(({ way }) => way === "mail")
  const wanted = (way: "mail" | "text" | "push") => noticeKinds.filter(({ channels }) => way in channels)
  expect(rings.map(({ life }) => life)).toEqual(rings.map(() => "handed"))
  expect(new Set(rings.map(({ way, to }) => `${way} ${to}`)).size).toBe(rings.length)
  expect(rings).toHaveLength(wanted("text").length + wanted("push").length)
  const names = wanted("mail").map(({ name }) => `${name}@example.com`)
  for (const life of ["handed", "ended"]) {
    expect(
      letters
        .filter((letter) => letter.life === life)
        .map(({ to }) => to)
        .sort(),
    ).toEqual(names.toSorted())
  }
  expect(new Set(letters.map(({ to, id }) => `${to} ${id}`)).size).toBe(names.length)
}, 300_000)
