import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { EngineDeclaration } from "#server/adapters/image-engine/declaration.ts"
import { createFakeEngine } from "#server/adapters/image-engine/fake/fake.ts"
import type { ImageHostDeclaration } from "#server/adapters/image-host/declaration.ts"
import type { MailDeclaration } from "#server/adapters/mail/declaration.ts"
import type { MessengerDeclaration } from "#server/adapters/messages/declaration.ts"
import type { ModerationDeclaration } from "#server/adapters/moderation/declaration.ts"
import type { StorageDeclaration } from "#server/adapters/storage/declaration.ts"
import { createDiskStorage } from "#server/adapters/storage/disk/disk.ts"
import type { TestApp } from "#server/testing/test-app.ts"

const shelfDir = mkdtempSync(join(tmpdir(), "aworan-shelf-"))
const sent: string[] = []

const keyOf = (name: string) => [{ name, what: "Key of it.", default: "none" }] as const

/** All that a provider brings is its declaration, which stands in the list of its port. */
const shelf: StorageDeclaration = {
  kind: "shelf",
  about: " (wood)",
  settings: keyOf("SHELF_KEY"),
  needs: ["SHELF_KEY"],
  read: () => ({ kind: "shelf", isOnOwnDisk: false, open: () => ({ ...createDiskStorage(shelfDir), kind: "shelf" }) }),
}
const pigeon: MailDeclaration = {
  kind: "pigeon",
  about: "a `pigeon://` address",
  schemes: ["pigeon"],
  settings: keyOf("PIGEON_KEY"),
  read: (_, { url, from }) => ({
    kind: "pigeon",
    open: () => ({
      kind: "pigeon",
      send: async ({ to }) => void sent.push(`${from} ${to}`),
      check: async () => ` at ${new URL(url).host}`,
      close: async () => {},
    }),
  }),
}
const drum: MessengerDeclaration = {
  kind: "drum",
  about: "",
  settings: keyOf("DRUM_KEY"),
  needs: ["DRUM_KEY"],
  read: () => ({
    kind: "drum",
    liveQuestions: [{ shape: "drum/beaten", request: () => null, schema: null }],
    open: () => ({ kind: "drum", send: async () => {} }),
  }),
}
const elder: ModerationDeclaration = {
  kind: "elder",
  settings: keyOf("ELDER_KEY"),
  read: ({ text }) =>
    text("ELDER_KEY") === null
      ? null
      : { kind: "elder", open: () => ({ kind: "elder", check: async () => ({ isFlagged: false, categories: [] }) }) },
}
const porter: ImageHostDeclaration = {
  kind: "porter",
  about: "",
  settings: keyOf("PORTER_KEY"),
  read: () => ({
    kind: "porter",
    browserHosts: { script: [], frame: [], connect: ["https://porter.example"] },
    open: () => null,
  }),
}
const painter: EngineDeclaration = {
  kind: "painter",
  about: "",
  settings: keyOf("PAINTER_KEY"),
  refusal: "The engine painter is chosen, so PAINTER_KEY is needed too.",
  inspects: true,
  read: ({ text }) =>
    text("PAINTER_KEY") === null ? null : { kind: "painter", open: () => ({ ...createFakeEngine(), name: "painter" }) },
}

const keys = { SHELF_KEY: "a", PIGEON_KEY: "b", DRUM_KEY: "c", ELDER_KEY: "d", PORTER_KEY: "e", PAINTER_KEY: "f" }
const chosen = {
  STORAGE: "shelf",
  MAIL_URL: "pigeon://loft.example",
  MAIL_FROM: "hello@aworan.example",
  MESSAGES: "drum",
  IMAGE_HOST: "porter",
  ENGINE: "painter",
}

const ports = ["storage", "mail", "messages", "moderation", "image-host", "image-engine"] as const
const listOf = (port: (typeof ports)[number]): string => `#server/adapters/${port}/all-providers.ts`

let t: TestApp

// Test files of a process share its modules: this one loads its own, with the longer lists, and leaves none behind.
beforeAll(async () => {
  vi.resetModules()
  const { storageProviders } = await import("#server/adapters/storage/all-providers.ts")
  const { mailProviders } = await import("#server/adapters/mail/all-providers.ts")
  const { messageProviders } = await import("#server/adapters/messages/all-providers.ts")
  const { moderationProviders } = await import("#server/adapters/moderation/all-providers.ts")
  const { imageHostProviders } = await import("#server/adapters/image-host/all-providers.ts")
  const { engineProviders } = await import("#server/adapters/image-engine/all-providers.ts")
  vi.doMock(listOf("storage"), () => ({ storageProviders: [...storageProviders, shelf] }))
  vi.doMock(listOf("mail"), () => ({ mailProviders: [...mailProviders, pigeon] }))
  vi.doMock(listOf("messages"), () => ({ messageProviders: [...messageProviders, drum] }))
  vi.doMock(listOf("moderation"), () => ({ moderationProviders: [...moderationProviders, elder] }))
  vi.doMock(listOf("image-host"), () => ({ imageHostProviders: [...imageHostProviders, porter] }))
  vi.doMock(listOf("image-engine"), () => ({ engineProviders: [...engineProviders, painter] }))
  vi.resetModules()
  const { openTestApp } = await import("#server/testing/test-app.ts")
  t = await openTestApp({ settings: { ...keys, ...chosen }, hasWorker: false })
})
afterAll(async () => {
  await t.close()
  for (const port of ports) vi.doUnmock(listOf(port))
  vi.resetModules()
  rmSync(shelfDir, { recursive: true, force: true })
})

test("providers that are added are listed with their settings, and the settings of their ports know them", async () => {
  const { settings } = await import("#server/settings/all.ts")
  const names = settings.map(({ name }) => name)
  expect(Object.keys(keys).filter((name) => names.filter((one) => one === name).length !== 1)).toEqual([])
  const says = (name: string) => settings.find((one) => one.name === name)?.what
  expect(says("STORAGE")).toContain("or `shelf` (wood)")
  expect(says("MAIL_URL")).toContain("or a `pigeon://` address")
  for (const name of Object.keys(keys)) expect(t.s.config.given.get(name)).toBe("set")
})

test.each([
  [{ STORAGE: "floor" }, /one of disk, s3, shelf/],
  [{ STORAGE: "shelf" }, /STORAGE is shelf, so SHELF_KEY is needed too/],
  [{ DRUM_KEY: "c" }, /DRUM_KEY is set, but MESSAGES is not drum/],
  [{ MAIL_URL: "carrier://x" }, /or a pigeon:\/\/ address/],
  [{ ENGINE: "painter" }, /so PAINTER_KEY is needed too/],
  [{ ELDER_KEY: "d", MODERATION_API_KEY: "m" }, /openai and elder are both set up for moderation/],
])("%o is refused", async (env, words) => {
  const { readConfig } = await import("#server/settings/config.ts")
  expect(() => readConfig(env, { threads: 1 })).toThrow(words)
})

test("they are opened, and the health check, the live check and the content policy have them", async () => {
  const { runAdmin } = await import("#server/admin/commands.ts")
  const lines: string[] = []
  expect(await runAdmin({ s: t.s, say: (line) => lines.push(line) }, ["check"])).toBe(0)
  const said = lines.join("\n")
  for (const [part, kind] of [
    ["storage", "shelf"],
    ["mail", "pigeon at loft.example"],
    ["text messages", "drum"],
    ["moderation", "elder"],
    ["image engine", "painter"],
  ] as const) {
    expect(said).toMatch(new RegExp(`^ok +${part} +${kind}$`, "m"))
  }
  await t.s.mailer.send({ to: "ada@example.com", subject: "", text: "", html: "", id: "1" })
  expect(sent).toEqual(["hello@aworan.example ada@example.com"])
  const shapes = t.s.config.providers.flatMap(({ liveQuestions }) => liveQuestions ?? []).map(({ shape }) => shape)
  expect(shapes).toEqual(["drum/beaten"])
  const policy = String((await t.request("GET", "/healthz")).headers["content-security-policy"])
  expect(policy).toContain("connect-src 'self' https://porter.example")
  expect(policy).not.toContain("frame-src")
})
