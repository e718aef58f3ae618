import type { RouteLimit } from "#server/platform/mount.ts"

const hour = 3_600

const perIp = (max: number): RouteLimit => ({ max, windowSeconds: hour, by: ({ ip }) => `ip:${ip}` })
const perPerson = (max: number): RouteLimit => ({
  max,
  windowSeconds: hour,
  by: ({ caller }) => (caller.kind === "person" ? `account:${caller.accountId}` : null),
})
const perField = (max: number, field: string): RouteLimit => ({
  max,
  windowSeconds: hour,
  by: ({ body }) => (typeof body[field] === "string" ? `${field}:${body[field].trim().toLowerCase()}` : null),
})
const perIpAndUser = (max: number): RouteLimit => ({
  max,
  windowSeconds: hour,
  by: ({ ip, body }) => (typeof body.userId === "string" ? `ip:${ip} user:${body.userId}` : null),
})

/**
 * Limits per hour: contract §1.7, with a network limit against trying one password on many addresses (checklist 1.12),
 * one on changes that ask for the password, and one per account on guessing codes.
 */
export const limits = {
  createAccount: [perIp(10)],
  signIn: [perField(10, "email"), perIp(100)],
  signInAnonymously: [perIp(50)],
  startOAuth: [perIp(50)],
  finishOAuth: [perIp(100)],
  changePassword: [perIp(10)],
  changeAddress: [perPerson(10)],
  extendSession: [perIp(10)],
  endSession: [perIp(100)],
  requestVerification: [perPerson(10)],
  requestRecovery: [perField(10, "email"), perIp(10)],
  requestMagicLink: [perField(60, "email"), perIp(60)],
  requestEmailCode: [perField(10, "email"), perIp(60)],
  requestCode: [perField(10, "phone"), perIp(10)],
  requestCodeVerification: [perPerson(10), perIp(10)],
  finishToken: [perIpAndUser(10)],
  confirm: [perField(10, "userId")],
  createJwt: [perPerson(100)],
} satisfies Record<string, RouteLimit[]>
