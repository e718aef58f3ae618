import { createHmac } from "node:crypto"

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** An authenticator app with the key typed in: each code is newer than the one before. */
export function openAuthenticator(key: string): () => string {
  const bits = [...key.replaceAll(" ", "")]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0"))
    .join("")
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  let last = 0
  return () => {
    last = Math.max(last + 1, Math.floor(Date.now() / 30_000))
    const counter = Buffer.alloc(8)
    counter.writeBigUInt64BE(BigInt(last))
    const hash = createHmac("sha1", secret).update(counter).digest()
    const number = hash.readUInt32BE((hash[19] ?? 0) & 15) & 0x7fff_ffff
    return String(number % 1_000_000).padStart(6, "0")
  }
}
