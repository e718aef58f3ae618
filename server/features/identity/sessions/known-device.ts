import { createHmac, timingSafeEqual } from "node:crypto"
import { newSecret } from "#server/platform/ids.ts"

/** Marks a browser in which somebody signed in before. Says nothing else, and signs nobody in. */
export const deviceCookie = "aworan_device"

/** Days a browser is known after its last sign-in. */
export const deviceDays = 365

/** @returns the value of the cookie for a device of this account, made by this installation only */
export function markDevice(tokenKey: Buffer, accountId: string): string {
  const deviceId = newSecret(16)
  return `${deviceId}.${sign(tokenKey, accountId, deviceId).toString("base64url")}`
}

/** @returns the device's id where the account signed in on it before, else null */
export function readDevice(tokenKey: Buffer, accountId: string, cookie: string | undefined): string | null {
  const [deviceId = "", mark = ""] = cookie?.split(".") ?? []
  const given = Buffer.from(mark, "base64url")
  const right = sign(tokenKey, accountId, deviceId)
  return given.length === right.length && timingSafeEqual(given, right) ? deviceId : null
}

function sign(tokenKey: Buffer, accountId: string, deviceId: string): Buffer {
  return createHmac("sha256", tokenKey).update(`device:${accountId}:${deviceId}`).digest()
}
