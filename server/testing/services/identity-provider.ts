import { createHash, createVerify, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type SignInProviderName, signInProviderNames } from "#contract/identity/sign-in-providers.ts"
import { readShape } from "#server/testing/providers/shapes.ts"

/** Who signs in next, and what goes wrong then. */
export interface ProviderVisit {
  uid: string
  email?: string
  isEmailVerified?: boolean
  name?: string
  /** What the claims say in place of the usual; undefined leaves a claim out. */
  claims?: Record<string, unknown>
  /** Name and address are told at the address for more of a person only. */
  tellsLater?: true
  /** The person says no. */
  refuses?: true
  /** A token for another sign-in, one that somebody else signed, or one for another client. */
  spoils?: "nonce" | "signature" | "audience"
}

/** Where the browser is sent back: an address, or a form's address and fields. */
export interface ProviderAnswer {
  url: URL
  form: Record<string, string> | null
}

/** Sign-in providers as strict as the real ones, on a port of this machine. */
export interface FakeProviders {
  /** Settings that make the product use them. */
  settings: Record<string, string>
  /** Who signs in at the provider's page from now on. */
  next: ProviderVisit
  /** What a browser does there: opens the page, says yes or no, and is sent back. @throws when the page refuses */
  visit(page: string | URL): Promise<ProviderAnswer>
  close(): Promise<void>
}

interface Granted {
  provider: SignInProviderName
  redirectUri: string
  challenge: string
  nonce: string
  visit: ProviderVisit
}

class Refusal extends Error {
  readonly code: string

  constructor(message: string, code = "invalid_request") {
    super(message)
    this.code = code
  }
}

const isOpenId = (provider: SignInProviderName): boolean => provider === "google" || provider === "apple"
const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")
const apple = { clientId: "studio.example.signin", teamId: "TEAM123456", keyId: "KEY1234567" } as const
const clientOf = (provider: SignInProviderName): string =>
  provider === "apple" ? apple.clientId : `${provider}-client`
const secretOf = (provider: SignInProviderName): string => `${provider}-secret`

/** @param publicUrl of the product, whose callback addresses are the registered ones */
export async function openFakeProviders(publicUrl: string, port = 0): Promise<FakeProviders> {
  const signing = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const foreign = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const applePair = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const codes = new Map<string, Granted>()
  const tokens = new Map<string, Granted>()
  const fake = { next: { uid: "1", email: "ada@example.com", isEmailVerified: true, name: "Ada Obi" } as ProviderVisit }

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      const code = error instanceof Refusal ? error.code : "server_error"
      const status = code === "server_error" ? 500 : code === "invalid_client" ? 401 : 400
      response.writeHead(status, { "content-type": "application/json" })
      response.end(JSON.stringify({ error: code, error_description: String(error) }))
    })
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", origin)
    const [, name, ...rest] = url.pathname.split("/")
    const provider = signInProviderNames.find((known) => known === name)
    if (!provider) throw new Refusal("There is no such provider.")
    const json = (body: unknown): void => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body))
    }
    const issuer = `${origin}/${provider}`
    const path = rest.join("/")
    if (path === ".well-known/openid-configuration" && isOpenId(provider)) return json(discovery(issuer))
    if (path === "keys") {
      return json({ keys: [{ ...signing.publicKey.export({ format: "jwk" }), kid: "k1", alg: "RS256", use: "sig" }] })
    }
    if (["authorize", "login/oauth/authorize", "dialog/oauth"].includes(path)) {
      return showPage(provider, url.searchParams, response)
    }
    if (["token", "login/oauth/access_token", "graph/oauth/access_token"].includes(path)) {
      if (request.method !== "POST") throw new Refusal("A code is exchanged by POST.")
      return json(exchange(provider, issuer, new URLSearchParams(await readBody(request))))
    }
    return json(apiAnswer(provider, path, granted(request)))
  }

  function discovery(issuer: string): object {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      ...(fake.next.tellsLater ? { userinfo_endpoint: `${issuer}/me` } : {}),
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    }
  }

  /** Consents at once: what a person would press is decided by `next`. */
  function showPage(provider: SignInProviderName, query: URLSearchParams, response: ServerResponse): void {
    const redirectUri = `${publicUrl}/v1/account/sessions/oauth2/callback/${provider}/aworan`
    expectEqual(query.get("client_id"), clientOf(provider), "client_id")
    expectEqual(query.get("response_type"), "code", "response_type")
    expectEqual(query.get("redirect_uri"), redirectUri, "redirect_uri")
    expectEqual(query.get("code_challenge_method"), "S256", "code_challenge_method")
    const challenge = query.get("code_challenge") ?? ""
    if (!/^[\w-]{43}$/.test(challenge)) throw new Refusal("code_challenge is wrong.")
    const state = query.get("state") ?? ""
    if (state.length < 32) throw new Refusal("state is too short.")
    const scopes = (query.get("scope") ?? "").split(provider === "facebook" ? "," : " ")
    const needed = isOpenId(provider) ? "openid" : provider === "github" ? "user:email" : "email"
    if (!scopes.includes(needed)) throw new Refusal("scope is wrong.")
    const nonce = query.get("nonce") ?? ""
    if (isOpenId(provider) && nonce.length < 32) throw new Refusal("nonce is too short.")
    if (provider === "apple") expectEqual(query.get("response_mode"), "form_post", "response_mode")
    const fields: Record<string, string> = { state }
    if (fake.next.refuses) fields.error = provider === "apple" ? "user_cancelled_authorize" : "access_denied"
    else {
      fields.code = randomBytes(24).toString("base64url")
      codes.set(fields.code, { provider, redirectUri, challenge, nonce, visit: fake.next })
      if (provider === "apple" && fake.next.name) {
        const [firstName = "", lastName = ""] = fake.next.name.split(" ")
        const shape = readShape("apple/form-user").body
        fields.user = JSON.stringify({ ...shape, name: { firstName, lastName }, email: fake.next.email })
      }
    }
    if (provider === "apple") {
      const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${encodeURI(value)}">`)
      response.writeHead(200, { "content-type": "text/html" })
      response.end(`<form method="post" action="${redirectUri}">${inputs.join("")}</form>`)
      return
    }
    response.writeHead(302, { location: `${redirectUri}?${new URLSearchParams(fields)}` }).end()
  }

  function exchange(provider: SignInProviderName, issuer: string, form: URLSearchParams): object {
    const code = form.get("code") ?? ""
    const grant = codes.get(code)
    codes.delete(code)
    if (grant?.provider !== provider) throw new Refusal("The code is unknown or was used.")
    expectEqual(form.get("grant_type"), "authorization_code", "grant_type")
    expectEqual(form.get("redirect_uri"), grant.redirectUri, "redirect_uri")
    expectEqual(form.get("client_id"), clientOf(provider), "client_id")
    const secret = form.get("client_secret") ?? ""
    if (provider === "apple") checkAppleSecret(secret, issuer)
    else if (secret !== secretOf(provider)) throw new Refusal("client_secret is wrong.", "invalid_client")
    const verifier = form.get("code_verifier") ?? ""
    expectEqual(createHash("sha256").update(verifier).digest("base64url"), grant.challenge, "code_verifier")
    const token = randomBytes(24).toString("base64url")
    tokens.set(token, grant)
    const reply = { access_token: token, token_type: "bearer", expires_in: 3_600 }
    return isOpenId(provider) ? { ...reply, id_token: idToken(issuer, grant) } : reply
  }

  function checkAppleSecret(secret: string, issuer: string): void {
    const [head = "", body = "", signature = ""] = secret.split(".")
    const verify = createVerify("sha256").update(`${head}.${body}`)
    const key = { key: applePair.publicKey, dsaEncoding: "ieee-p1363" } as const
    if (!verify.verify(key, Buffer.from(signature, "base64url"))) throw new Refusal("client_secret is not signed.")
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>
    expectEqual(JSON.stringify(read(head)), JSON.stringify({ alg: "ES256", kid: apple.keyId }), "head of client_secret")
    const { iss, aud, sub, exp } = read(body)
    expectEqual([iss, aud, sub].join(), [apple.teamId, issuer, apple.clientId].join(), "claims of client_secret")
    const seconds = Number(exp) - Date.now() / 1000
    if (!(seconds > 0 && seconds < 15_777_000)) throw new Refusal("client_secret has no good expiry.")
  }

  function idToken(issuer: string, { provider, nonce, visit }: Granted): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      ...readShape(provider === "apple" ? "apple/id-token" : "google/id-token").body,
      // What only some tell is told where the visit has it.
      name: undefined,
      azp: undefined,
      at_hash: undefined,
      iss: issuer,
      aud: visit.spoils === "audience" ? "somebody-else" : clientOf(provider),
      sub: visit.uid,
      iat: now,
      exp: now + 600,
      nonce: visit.spoils === "nonce" ? "of-another-sign-in" : nonce,
      email: undefined,
      email_verified: undefined,
      ...(visit.tellsLater ? {} : personClaims(provider, visit)),
    }
    const said = `${base64url({ alg: "RS256", kid: "k1" })}.${base64url(claims)}`
    const key: KeyObject = visit.spoils === "signature" ? foreign.privateKey : signing.privateKey
    return `${said}.${sign("sha256", Buffer.from(said), key).toString("base64url")}`
  }

  function personClaims(
    provider: SignInProviderName,
    { email, isEmailVerified = false, name, claims }: ProviderVisit,
  ): object {
    return {
      email,
      // Apple spells its booleans as text.
      email_verified: provider === "apple" ? String(isEmailVerified) : isEmailVerified,
      ...(provider === "google" ? { name } : {}),
      ...claims,
    }
  }

  function granted(request: IncomingMessage): ProviderVisit {
    const grant = tokens.get(request.headers.authorization?.replace(/^Bearer /, "") ?? "")
    if (!grant) throw new Refusal("No good token came along.")
    return grant.visit
  }

  function apiAnswer(provider: SignInProviderName, path: string, visit: ProviderVisit): unknown {
    if (provider === "github" && path === "api/user") {
      return { ...readShape("github/user").body, id: Number(visit.uid), name: visit.name ?? null, email: null }
    }
    if (provider === "github" && path === "api/user/emails") {
      const [shape] = readShape<object[]>("github/emails").body
      const own = { ...shape, email: visit.email, primary: true, verified: visit.isEmailVerified ?? false }
      return visit.email ? [{ ...shape, email: "old@example.com", primary: false, verified: false }, own] : []
    }
    if (provider === "facebook" && path === "graph/me") {
      return { ...readShape("facebook/me").body, id: visit.uid, name: visit.name, email: visit.email, ...visit.claims }
    }
    if (isOpenId(provider) && path === "me") return { sub: visit.uid, ...personClaims(provider, visit) }
    throw new Refusal("There is no such address.")
  }

  return {
    settings: {
      GOOGLE_CLIENT_ID: clientOf("google"),
      GOOGLE_CLIENT_SECRET: secretOf("google"),
      GOOGLE_ISSUER: `${origin}/google`,
      APPLE_CLIENT_ID: apple.clientId,
      APPLE_TEAM_ID: apple.teamId,
      APPLE_KEY_ID: apple.keyId,
      APPLE_PRIVATE_KEY: applePair.privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
      APPLE_ISSUER: `${origin}/apple`,
      GITHUB_CLIENT_ID: clientOf("github"),
      GITHUB_CLIENT_SECRET: secretOf("github"),
      GITHUB_URL: `${origin}/github`,
      GITHUB_API_URL: `${origin}/github/api`,
      FACEBOOK_CLIENT_ID: clientOf("facebook"),
      FACEBOOK_CLIENT_SECRET: secretOf("facebook"),
      FACEBOOK_URL: `${origin}/facebook`,
      FACEBOOK_GRAPH_URL: `${origin}/facebook/graph`,
    },
    get next() {
      return fake.next
    },
    set next(visit) {
      fake.next = visit
    },
    async visit(page) {
      const reply = await fetch(page, { redirect: "manual" })
      const location = reply.headers.get("location")
      if (location) return { url: new URL(location), form: null }
      const html = await reply.text()
      const action = html.match(/action="([^"]+)"/)?.[1]
      if (!action) throw new Error(`The provider's page refused: ${html}`)
      const fields = [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)]
      return { url: new URL(action), form: Object.fromEntries(fields.map(([, k = "", v = ""]) => [k, decodeURI(v)])) }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

function expectEqual(given: string | null, right: string, what: string): void {
  if (given !== right) throw new Refusal(`${what} is ${given}, not ${right}.`)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
