import { isMadeOfOwner, isOneSign, type PasswordOwner } from "#contract/identity/guessed-passwords.ts"

/** Fewest letters of a password that is called good, and of one that is called strong. Source: our own judgement. */
const goodLength = 12
const strongLength = 16

/** Fewest different signs below which a password is guessed whatever its length. */
const fewSigns = 5

/** One word with figures, such as most of the 3,000 commonest passwords are, which only the server knows. */
const wordWithFigures = /^(?:\d*[a-z]+\d*)[^a-z\d]?$/

/** Rows of keys and letters that people walk along. */
const rows = ["abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm", "01234567890"]

/**
 * How hard a new password is to guess, in words; undefined while it is too short to be one, which its field says.
 * @param owner what the form knows of who chooses it
 */
export function passwordStrength(password: string, owner: PasswordOwner): string | undefined {
  if (password.length < 8) return undefined
  if (isOneSign(password)) return "Weak: one character again and again."
  if (isMadeOfOwner(password, owner)) return "Weak: made of your name or e-mail."
  if (isGuessed(password)) return "Weak: among the first that are guessed."
  if (password.length >= strongLength) return "Strong password."
  if (wordWithFigures.test(password.toLowerCase())) return "Weak: one word with figures. Use three or four words."
  if (password.length >= goodLength) return "Good password."
  return "Fair password. Three or four words are stronger."
}

function isGuessed(password: string): boolean {
  const text = password.toLowerCase()
  return /^\d{1,15}$/.test(text) || new Set(text).size < fewSigns || isRow(text)
}

/** Whether it walks along a row, forwards or backwards, with at most a few signs beside. */
function isRow(text: string): boolean {
  const core = text.replaceAll(/[^a-z0-9]/g, "")
  const back = [...core].toReversed().join("")
  return core.length >= 6 && rows.some((row) => row.includes(core) || row.includes(back))
}
