import type { Services } from "#server/declarations/services.ts"
import { countRequest, type Limit, networkOf, refundRequest } from "#server/platform/limits/rate-limit.ts"

const hour = 3_600

/** Wrong passwords an hour for one address: from one network, from one device that signed in before, and from all. */
const fromNetwork: Limit = { max: 10, windowSeconds: hour }
const fromKnownDevice: Limit = { max: 10, windowSeconds: hour }
const fromAnywhere: Limit = { max: 100, windowSeconds: hour }

interface Attempt {
  email: string
  ip: string
  /** The device, where it signed in to this very account before; strangers' failures do not count against it. */
  deviceId: string | null
}

/**
 * Counts a password before it is compared, so that many at once cannot pass the limit. Only wrong ones stay counted.
 * Strangers can use up what strangers have; whoever signed in before on the same device still gets in.
 * @returns what takes the count back when the password was right
 * @throws AppError `general_rate_limit_exceeded`
 */
export async function countAttempt(s: Services, { email, ip, deviceId }: Attempt): Promise<() => Promise<void>> {
  const counted: [key: string, limit: Limit][] =
    deviceId === null
      ? [
          [`sign-in ${email} ip:${networkOf(ip)}`, fromNetwork],
          [`sign-in ${email}`, fromAnywhere],
        ]
      : [[`sign-in ${email} device:${deviceId}`, fromKnownDevice]]
  for (const [key, limit] of counted) await countRequest(s.db, key, limit, s.config.rateLimitFactor)
  return async () => {
    for (const [key, limit] of counted) await refundRequest(s.db, key, limit)
  }
}
