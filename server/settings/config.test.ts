import { generateKeyPairSync } from "node:crypto"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { settings } from "./all.ts"
import { ConfigError, readConfig } from "./config.ts"

const defaults = { threads: 2 }

const flutterwave = {
  PAYMENTS: "flutterwave",
  FLUTTERWAVE_PUBLIC_KEY: "FLWPUBK-1",
  FLUTTERWAVE_SECRET_KEY: "FLWSECK-1",
  FLUTTERWAVE_WEBHOOK_HASH: "hash",
}
const testKeys = { FLUTTERWAVE_PUBLIC_KEY: "FLWPUBK_TEST-1", FLUTTERWAVE_SECRET_KEY: "FLWSECK_TEST-1" }
const live = { NODE_ENV: "production", PUBLIC_URL: "https://studio.example", MAIL_URL: "captured" }

const github = { GITHUB_CLIENT_ID: "a", GITHUB_CLIENT_SECRET: "b" }
const applePem = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "pem", type: "pkcs8" })
const apple = {
  PUBLIC_URL: "https://studio.example",
  MAIL_URL: "captured",
  APPLE_CLIENT_ID: "a",
  APPLE_TEAM_ID: "b",
  APPLE_KEY_ID: "c",
  APPLE_PRIVATE_KEY: applePem.toString().replaceAll("\n", "\\n"),
}

function problemsOf(env: Record<string, string>): string {
  try {
    readConfig(env, defaults)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.join("\n")
    throw error
  }
  return ""
}

describe("the settings", () => {
  test("are all optional", () => {
    const config = readConfig({}, defaults)
    expect(config).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      publicUrl: "http://localhost:3000",
      database: { kind: "embedded" },
      role: "all",
      mail: { kind: "captured" },
      identityProviders: new Map(),
      storage: { kind: "disk" },
      textMessages: { kind: "captured" },
      imageHost: { kind: "own" },
      moderation: null,
      engines: { usual: "local", routes: new Map(), inspector: null },
      sessionFallback: "marker",
      welcomeCredits: 20,
      rateLimitFactor: 1,
      generationWaitMs: 100_000,
      isConformance: false,
    })
    expect([...config.engines.setUp.keys()]).toEqual(["local", "fake"])
  })

  test("take payments for real, by test keys outside of production, or not at all", () => {
    const takes = (env: Record<string, string>) => readConfig(env, defaults).payments.forNewOrders
    expect(takes({})).toBe("sandbox")
    expect(takes({ PUBLIC_URL: "https://studio.example", MAIL_URL: "captured" })).toBeNull()
    expect(takes({ ...live, ...flutterwave })).toBe("flutterwave")
    expect(takes({ ...flutterwave, ...testKeys, FLUTTERWAVE_BASE_URL: "http://127.0.0.1:9/v3" })).toBe("flutterwave")
  })

  test("keep every provider open that is set up, for the orders it was opened with", () => {
    const opens = (env: Record<string, string>) => readConfig(env, defaults).payments.setUp.map(({ kind }) => kind)
    expect(opens({ ...flutterwave, PAYMENTS: "sandbox" })).toEqual(["flutterwave", "sandbox"])
    expect(opens({ ...flutterwave, PAYMENTS: "disabled" })).toEqual(["flutterwave", "sandbox"])
    expect(opens({ ...live, ...flutterwave, PAYMENTS: "disabled" })).toEqual(["flutterwave"])
    expect(opens({ NODE_ENV: "production", PAYMENTS: "disabled" })).toEqual([])
  })

  test.each<[string, Record<string, string>, string]>([
    ["a test key in production", { ...live, ...flutterwave, ...testKeys }, "test key"],
    ["one test key", { ...flutterwave, FLUTTERWAVE_SECRET_KEY: "FLWSECK_TEST-1" }, "both be test keys"],
    ["half a provider", { PAYMENTS: "flutterwave", FLUTTERWAVE_PUBLIC_KEY: "FLWPUBK-1" }, "FLUTTERWAVE_WEBHOOK_HASH"],
    ["keys without the provider", { FLUTTERWAVE_SECRET_KEY: "FLWSECK-1" }, "PAYMENTS must say who takes new orders"],
    [
      "half an earlier provider",
      { PAYMENTS: "sandbox", FLUTTERWAVE_PUBLIC_KEY: "FLWPUBK-1" },
      "FLUTTERWAVE_SECRET_KEY",
    ],
    ["a sandbox that strangers see", { ...live, PAYMENTS: "sandbox" }, "nobody pays there"],
    ["a provider on this machine", { ...live, ...flutterwave, FLUTTERWAVE_BASE_URL: "http://127.0.0.1:9" }, "https://"],
  ])("refuse %s", (_, env, words) => {
    expect(problemsOf(env)).toContain(words)
  })

  test("an operator needs a second factor unless people come by this machine's own address", () => {
    const rule = (env: Record<string, string>) =>
      readConfig({ MAIL_URL: "captured", ...env }, { threads: 2 }).operatorSecondFactor
    expect(rule({})).toBe("offered")
    expect(rule({ OPERATOR_SECOND_FACTOR: "required" })).toBe("required")
    expect(rule({ PUBLIC_URL: "https://studio.example" })).toBe("required")
    expect(rule({ PUBLIC_URL: "https://studio.example", OPERATOR_SECOND_FACTOR: "offered" })).toBe("offered")
  })

  test.each([
    [{ PORT: "eighty" }, /PORT is "eighty"/],
    [{ PORT: "70000" }, /PORT/],
    [{ DATABASE_URL: "mysql://x" }, /DATABASE_URL/],
    [{ ROLE: "web" }, /ROLE is "web", so DATABASE_URL is needed/],
    [{ ROLE: "king" }, /all, web, worker/],
    [{ MAIL: "pigeon" }, /MAIL is "pigeon"/],
    [{ MAIL: "smtp://mail.example" }, /MAIL_FROM is needed/],
    [{ MAIL_URL: "smtp://mail.example" }, /MAIL_URL is an SMTP address, so MAIL_FROM is needed/],
    [{ MAIL_URL: "smtp://mail.example", MAIL_FROM: "junk" }, /MAIL_FROM is "junk"/],
    [{ MAIL_URL: "smtp://me:pa#ss@mail.example", MAIL_FROM: "a@b.example" }, /# as %23/],
    [{ PUBLIC_URL: "https://studio.example" }, /MAIL_URL is needed with the public address/],
    [{ STORAGE: "s3" }, /S3_ENDPOINT[\s\S]*S3_BUCKET[\s\S]*S3_ACCESS_KEY_ID[\s\S]*S3_SECRET_ACCESS_KEY/],
    [{ S3_BUCKET: "pictures" }, /S3_BUCKET is set, but STORAGE is not s3/],
    [{ GOOGLE_CLIENT_ID: "a" }, /GOOGLE_CLIENT_ID is set, so GOOGLE_CLIENT_SECRET is needed too/],
    [{ FACEBOOK_CLIENT_SECRET: "a" }, /so FACEBOOK_CLIENT_ID is needed too/],
    [{ APPLE_KEY_ID: "a" }, /so APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_PRIVATE_KEY is needed too/],
    [{ ...apple, PUBLIC_URL: "http://studio.example" }, /PUBLIC_URL must be an https/],
    [{ ...apple, APPLE_PRIVATE_KEY: "no key" }, /APPLE_PRIVATE_KEY is not a P-256 key/],
    [
      { ...github, GITHUB_URL: "http://github.example" },
      /GITHUB_URL is "http:\/\/github.example"; it must be an https/,
    ],
    [{ MAIL_FROM: "junk" }, /MAIL_FROM is "junk"/],
    [{ PUBLIC_URL: "http://localhost:3000/shop" }, /PUBLIC_URL is .*without a path/],
    [{ PUBLIC_URL: "http://localhost:3000/?a=b" }, /PUBLIC_URL/],
    [{ PUBLIC_URL: "http://me:pw@localhost:3000" }, /PUBLIC_URL/],
    [{ COUNTRY_HEADER: "x country" }, /COUNTRY_HEADER is "x country"/],
    [{ SELLER_EMAIL: "junk" }, /SELLER_EMAIL is "junk"/],
    [{ TERMII_API_KEY: "k" }, /TERMII_API_KEY is set, but MESSAGES is not termii/],
    [
      { IMAGE_HOST: "cloudinary", CLOUDINARY_URL: "cloudinary://k:s@c", CLOUDINARY_API_URL: "junk" },
      /CLOUDINARY_API_URL/,
    ],
    [{ STORAGE: "s3", S3_BUCKET: "our pictures" }, /S3_BUCKET is "our pictures"/],
    [{ STORAGE: "s3", S3_REGION: "eu west" }, /S3_REGION is "eu west"/],
    [
      { ...flutterwave, FLUTTERWAVE_PUBLIC_KEY: "FLWSECK-1", FLUTTERWAVE_SECRET_KEY: "FLWPUBK-1" },
      /FLUTTERWAVE_PUBLIC_KEY must begin with FLWPUBK[\s\S]*FLUTTERWAVE_SECRET_KEY must begin with FLWSECK/,
    ],
    [{ API_KEY: "short" }, /API_KEY is set; it must be 24/],
    [{ DATABSE_URL: "postgres://x" }, /DATABSE_URL is no setting. Is DATABASE_URL meant\?/],
    [{ S3_BUKCET: "x" }, /S3_BUCKET meant/],
    [{ TRUST_PROXY: "foo" }, /TRUST_PROXY has "foo"/],
    [{ TRUST_PROXY: "10.0.0.0/33" }, /TRUST_PROXY has/],
    [{ TRUST_PROXY: "0.0.0.0/0" }, /TRUST_PROXY has "0\.0\.0\.0\/0"/],
    [{ TRUST_PROXY: "::/0" }, /TRUST_PROXY has "::\/0"/],
    [{ MODELS_DIR: "/no/such/folder" }, /MODELS_DIR is "\/no\/such\/folder"/],
    [
      { STORAGE: "s3", S3_ENDPOINT: "junk", S3_BUCKET: "b", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "b" },
      /S3_ENDPOINT is "junk"/,
    ],
    [
      { STORAGE: "s3", S3_ADDRESSING: "dns", S3_SIGNED_DOWNLOADS: "yes" },
      /S3_ADDRESSING is "dns"[\s\S]*S3_SIGNED_DOWNLOADS is "yes"/,
    ],
    [{ API_KEY_FILE: "/no/such/file" }, /API_KEY_FILE is "\/no\/such\/file", and that file cannot be read/],
    [{ RATE_LIMIT_FACTOR: "0" }, /RATE_LIMIT_FACTOR/],
    [{ FEES: "flux1.1-pro" }, /FEES has "flux1.1-pro"/],
    [{ FEES: "pony=3,scene=2" }, /FEES has "pony=3"/],
    [{ FEES: "scene=-2" }, /FEES has "scene=-2"/],
    [{ WELCOME_CREDITS: "-1" }, /WELCOME_CREDITS/],
    [{ WHATSAPP_NUMBER: "0801 234 5678" }, /WHATSAPP_NUMBER is "0801 234 5678"; it must be a number with \+/],
    [{ WHATSAPP_NUMBER: "+234 call me" }, /WHATSAPP_NUMBER/],
    [{ WHATSAPP_NUMBER: "+23480" }, /WHATSAPP_NUMBER/],
    [{ TRUSTED_ORIGINS: "https://a.example/page" }, /must be an origin or a host name/],
    [{ CONFORMANCE: "maybe" }, /CONFORMANCE/],
    [{ CONFORMANCE: "1", NODE_ENV: "production" }, /refused when NODE_ENV is production/],
    [{ MESSAGES: "smoke" }, /MESSAGES is "smoke"/],
    [{ MESSAGES: "termii" }, /so TERMII_API_KEY is needed too[\s\S]*so TERMII_SENDER is needed too/],
    [{ IMAGE_HOST: "far" }, /IMAGE_HOST is "far"/],
    [{ IMAGE_HOST: "cloudinary" }, /so CLOUDINARY_URL is needed/],
    [{ IMAGE_HOST: "cloudinary", CLOUDINARY_URL: "cloudinary://key@cloud" }, /so CLOUDINARY_URL is needed/],
    [
      { IMAGE_HOST: "cloudinary", CLOUDINARY_URL: "cloudinary://k:s@c", CLOUDINARY_API_URL: "http://far.example" },
      /CLOUDINARY_API_URL is "http:\/\/far.example"/,
    ],
    [{ ENGINE: "magic" }, /ENGINE is "magic"/],
    [{ ENGINE: "replicate" }, /so REPLICATE_API_TOKEN is needed too/],
    [{ ENGINE_ROUTES: "dalle3=openai" }, /so OPENAI_API_KEY or OPENAI_BASE_URL is needed too/],
    [{ ENGINE_ROUTES: "dalle4=local" }, /ENGINE_ROUTES has "dalle4"/],
    [{ ENGINE_ROUTES: "dalle3=magic" }, /ENGINE_ROUTES for dalle3 is "magic"/],
    [{ REPLICATE_WEBHOOK_SECRET: "whsec_YQ==" }, /so REPLICATE_API_TOKEN is needed too/],
    [{ REPLICATE_API_TOKEN: "t", REPLICATE_WEBHOOK_SECRET: "a" }, /must begin with whsec_/],
    [{ REPLICATE_API_TOKEN: "t", REPLICATE_BASE_URL: "http://far.example" }, /must be an https:\/\/ address/],
    [{ REPLICATE_API_TOKEN: "t", REPLICATE_MODELS: "pro=flux" }, /owner\/name/],
    [{ REPLICATE_API_TOKEN: "t", REPLICATE_MODELS: "poet=a/b" }, /REPLICATE_MODELS has "poet"/],
    [
      { REPLICATE_API_TOKEN: "t", REPLICATE_OUTPUT_HOSTS: "127.0.0.1:9", PUBLIC_URL: "https://a.example" },
      /only for a PUBLIC_URL of this machine/,
    ],
    [
      { OPENAI_API_KEY: "k", OPENAI_OUTPUT_HOSTS: "localhost", PUBLIC_URL: "https://a.example" },
      /only for a PUBLIC_URL of this machine/,
    ],
    [{ OPENAI_BASE_URL: "https://api.openai.com/v1" }, /OPENAI_API_KEY is needed/],
    [{ OPENAI_API_KEY: "k", OPENAI_RESPONSE_FORMAT: "gif" }, /one of url, b64_json, none/],
    [{ ENGINE: "fake", NODE_ENV: "production" }, /refused when NODE_ENV is production/],
  ])("refuse %o", (env, message) => {
    expect(problemsOf(env)).toMatch(message)
  })

  test("name the providers people may sign in with", () => {
    const { identityProviders } = readConfig({ ...github, ...apple }, defaults)
    expect([...identityProviders.keys()]).toEqual(["apple", "github"])
  })

  test("take the number for help on WhatsApp as people write it", () => {
    const numberOf = (env: Record<string, string>) => readConfig(env, defaults).whatsAppNumber
    expect(numberOf({ WHATSAPP_NUMBER: "+234 (801) 234-5678" })).toBe("2348012345678")
    expect(numberOf({})).toBeNull()
  })

  test("leave a mailbox path of the shell alone", () => {
    expect(readConfig({ MAIL: "/var/mail/root" }, defaults).mail.kind).toBe("captured")
    const both = { MAIL: "/var/spool/mail/ada", MAIL_URL: "smtp://me:p%23@mail.example", MAIL_FROM: "A <a@b.example>" }
    expect(readConfig(both, defaults).mail.kind).toBe("smtp")
    expect(readConfig({ MAIL: "captured", PUBLIC_URL: "https://studio.example" }, defaults).mail.kind).toBe("captured")
  })

  test("can be given as files", () => {
    const path = join(mkdtempSync(join(tmpdir(), "aworan-settings-")), "key")
    writeFileSync(path, "a key of more than 24 characters\n")
    expect(readConfig({ API_KEY_FILE: path }, defaults).apiKey).toBe("a key of more than 24 characters")
    expect(problemsOf({ API_KEY_FILE: path, API_KEY: "another key of 24 characters" })).toMatch(/both set/)
  })

  test("end a start with the list and never otherwise, whatever is written into any of them", () => {
    const chosen = {
      MESSAGES: "termii",
      TERMII_API_KEY: "k",
      TERMII_SENDER: "Aworan",
      STORAGE: "s3",
      S3_BUCKET: "b",
      S3_ENDPOINT: "https://s3.example",
      S3_ACCESS_KEY_ID: "a",
      S3_SECRET_ACCESS_KEY: "b",
      IMAGE_HOST: "cloudinary",
      CLOUDINARY_URL: "cloudinary://k:s@c",
      REPLICATE_API_TOKEN: "t",
      OPENAI_API_KEY: "k",
      MODERATION_API_KEY: "m",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
      ...flutterwave,
      ...github,
      ...apple,
      MAIL_URL: "smtp://mail.example",
      MAIL_FROM: "a@b.example",
    }
    expect(problemsOf(chosen)).toBe("")
    for (const { name } of settings) {
      for (const junk of ["ju nk<>", "-1", "https://", "https://x y", "://", "%zz", "\\", ",", "a=b=c"]) {
        for (const env of [{}, chosen]) {
          const problems = problemsOf({ ...env, [name]: junk })
          if (problems !== "") expect(problems).toContain(name)
        }
      }
    }
  })

  test("name every wrong one in one message", () => {
    const problems = problemsOf({ PORT: "x", ROLE: "y", MAIL: "z" })
    expect(problems.split("\n")).toHaveLength(3)
    const file = join(mkdtempSync(join(tmpdir(), "aworan-settings-")), "file")
    writeFileSync(file, "")
    expect(problemsOf({ PORT: "x", DATA_DIR: join(file, "data") })).toMatch(
      /PORT[\s\S]*DATA_DIR is .* cannot be written/,
    )
  })

  test("that are wrong and secret are not repeated", () => {
    const problems = problemsOf({
      API_KEY: "hunter2",
      METRICS_TOKEN: "hunter2",
      DATABASE_URL: "mysql://aworan:hunter2@db/aworan",
      MAIL_URL: "https://me:hunter2@mail.example",
      IMAGE_HOST: "https://me:hunter2@images.example",
      REPLICATE_WEBHOOK_SECRET: "hunter2",
    })
    expect(problems.split("\n").length).toBeGreaterThanOrEqual(6)
    expect(problems).not.toContain("hunter2")
  })

  test("read yes and no as people write them", () => {
    expect(readConfig({ CONFORMANCE: "false" }, defaults).isConformance).toBe(false)
    expect(readConfig({ CONFORMANCE: "1" }, defaults).isConformance).toBe(true)
  })
})
