import { hash, verify } from "@node-rs/argon2"
import { limitConcurrency } from "#server/platform/limits/limit-concurrency.ts"

/** Hashes and checks passwords off the main thread, a few at a time. */
export interface PasswordHasher {
  hash(password: string): Promise<string>
  /**
   * Without a stored hash it takes as long and answers false, so that an unknown address cannot be told from a
   * wrong password (docs/security.md#passwords).
   */
  verify(stored: string | null, password: string): Promise<boolean>
}

/** argon2id, 64 MiB and 3 rounds (docs/security.md#passwords); tests use the least that still is argon2id. */
const strong = { memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const
const weak = { memoryCost: 1_024, timeCost: 1, parallelism: 1 } as const

/** Beyond this many waiting, people are asked to come back rather than to wait. */
const maxWaiting = 64
const maxRunning = 2

export function createPasswordHasher(strength: "strong" | "weak" = "strong"): PasswordHasher {
  const options = strength === "strong" ? strong : weak
  const limited = limitConcurrency(
    maxRunning,
    maxWaiting,
    "Many people are signing in right now. Please try again in a moment.",
  )
  let dummy: Promise<string> | undefined
  return {
    hash: (password) => limited(() => hash(password, options)),
    async verify(stored, password) {
      dummy ??= hash("nobody has this password", options)
      const against = stored ?? (await dummy)
      const isRight = await limited(() => verify(against, password))
      return stored !== null && isRight
    },
  }
}

/** A hash as PHP and others write it, with 16 bytes of salt and 32 of hash; what does not end on whole bytes is none. */
const phc =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$[A-Za-z0-9+/]{21}[AQgw]\$[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]$/

/**
 * Whether a hash that another server made can be kept: `verify` reads it, it is not weaker than the least that OWASP names
 * for argon2id (19 MiB, two rounds), and checking it does not take more than 256 MiB and ten rounds.
 */
export function isKeepable(stored: string): boolean {
  const [, memory = "", rounds = "", lanes = ""] = phc.exec(stored) ?? []
  const isStrong = Number(memory) >= 19_456 && Number(rounds) >= 2 && Number(lanes) >= 1
  return isStrong && Number(memory) <= 262_144 && Number(rounds) <= 10 && Number(lanes) <= 8
}
