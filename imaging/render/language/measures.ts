import type { Reader } from "./reader.ts"
import { fillerWords, sizeSystems, units } from "./small-words.ts"

const number = String.raw`(?:\d+(?:[.,/]\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half)`
const isNumber = new RegExp(`^${number}$`)
const joined = new RegExp(`^${number}(?:-?x-?${number})*-?([a-z]+)$`)
const isSize = /^(?:\d+(?:[.,/]\d+)?|\d?x*[sl]|m)$/
const sides = new RegExp(`^${number}(?:x${number})+$`)

/**
 * Takes a measure or a size: "5 kg", "50ml", "3-seater", "10 x 15 cm", "size UK 8". It says neither how many things there
 * are nor anything that could be drawn, so it is told as ignored, but for those of a lens, which describe the picture.
 * @returns the token number after it, or `at` when there is none
 */
export function readMeasure(r: Reader, at: number): number {
  const measured = endOfMeasure(r.keys, at)
  const isOfLens = measured > at && r.keys[measured] === "lens"
  const end = isOfLens ? measured + 1 : measured
  for (let i = at; i < end; i += 1) r.used[i] = true
  const saysNothing = isOfLens || r.keys.slice(at, end).some((key) => fillerWords.has(key))
  if (end > at && !saysNothing)
    r.reading.ignored.push(
      r.tokens
        .slice(at, end)
        .map(({ raw }) => raw)
        .join(" "),
    )
  return end
}

function endOfMeasure(keys: readonly string[], at: number): number {
  const key = keys[at] ?? ""
  const unit = joined.exec(key)?.[1]
  if (unit !== undefined && units.has(unit)) return at + 1
  if (key === "size" || sizeSystems.has(key)) {
    const system = key === "size" ? at + 1 : at
    const size = sizeSystems.has(keys[system] ?? "") ? system + 1 : system
    return isSize.test(keys[size] ?? "") ? size + 1 : at
  }
  if (sides.test(key)) return units.has(keys[at + 1] ?? "") ? at + 2 : at + 1
  if (!isNumber.test(key)) return at
  let end = at + 1
  while (/^(?:x|by)$/.test(keys[end] ?? "") && isNumber.test(keys[end + 1] ?? "")) end += 2
  if (units.has(keys[end] ?? "")) return end + 1
  return keys[at + 1] === "x" && end > at + 1 ? end : at
}
