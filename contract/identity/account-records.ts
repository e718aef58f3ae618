import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { RecordId, SerialisedDate } from "#contract/primitives.ts"
import { queryLimits } from "#contract/query.ts"
import { Nothing, Session } from "./account.ts"

/** One thing that happened to the account, with the device and the country it came from (docs/hosted-backend.md#account-records). */
export const Log = Session.pick({
  ip: true,
  osCode: true,
  osName: true,
  osVersion: true,
  clientType: true,
  clientCode: true,
  clientName: true,
  clientVersion: true,
  clientEngine: true,
  clientEngineVersion: true,
  deviceName: true,
  deviceBrand: true,
  deviceModel: true,
  countryCode: true,
  countryName: true,
})
  .extend({
    /** As programs of the hosted backend know it, such as `user.update`. */
    event: z.string(),
    /** The same with what it was about, for people: `user.update.name`. */
    detail: z.string(),
    userId: z.string(),
    userEmail: z.string(),
    userName: z.string(),
    mode: z.string(),
    userType: z.string(),
    time: SerialisedDate,
  })
  .meta({ id: "Log" })
export type Log = z.infer<typeof Log>

/** An account at a sign-in provider. Its tokens are not kept, so they are never shown. */
export const Identity = z
  .object({
    $id: z.string(),
    $createdAt: SerialisedDate,
    $updatedAt: SerialisedDate,
    userId: z.string(),
    provider: z.string(),
    providerUid: z.string(),
    providerEmail: z.string(),
    providerAccessToken: z.string(),
    providerAccessTokenExpiry: z.string(),
    providerRefreshToken: z.string(),
  })
  .meta({ id: "Identity" })
export type Identity = z.infer<typeof Identity>

/** SDK 13 sends the queries of identities as one text (docs/hosted-backend.md#known-traps). */
const Queries = z.object({
  queries: z
    .union([z.array(z.string()), z.string().transform((text) => [text])])
    .pipe(z.array(z.string().max(queryLimits.charactersPerQuery)).max(queryLimits.queries))
    .optional(),
})

export const listLogs = endpoint({
  method: "GET",
  path: "/v1/account/logs",
  access: "session",
  summary: "What happened to the account, newest first; only limit and offset are possible as queries",
  query: Queries,
  reply: z.object({ total: z.number(), logs: z.array(Log) }),
})

export const listIdentities = endpoint({
  method: "GET",
  path: "/v1/account/identities",
  access: "session",
  summary: "The account's identities at sign-in providers",
  query: Queries,
  reply: z.object({ total: z.number(), identities: z.array(Identity) }),
})

export const deleteIdentity = endpoint({
  method: "DELETE",
  path: "/v1/account/identities/:identityId",
  access: "session",
  summary: "Takes an identity off the account",
  params: z.object({ identityId: RecordId }),
  reply: Nothing,
  status: 204,
})

/** Longest life of a token, in seconds (docs/hosted-backend.md#two-generations), and the usual one. */
const jwtSeconds = { max: 3_600, usual: 900 } as const

export const createJwt = endpoint({
  method: "POST",
  path: "/v1/account/jwt",
  aliases: ["/v1/account/jwts"],
  access: "session",
  isForAnonymousToo: true,
  summary: "A token that stands for this session for a while, in the header X-Appwrite-JWT",
  body: z.object({
    duration: z
      .number()
      .int()
      .min(0)
      .max(jwtSeconds.max)
      .nullish()
      .transform((seconds) => seconds || jwtSeconds.usual),
  }),
  reply: z.object({ jwt: z.string() }),
  status: 201,
})
