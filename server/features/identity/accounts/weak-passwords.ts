import { readFileSync } from "node:fs"
import { isMadeOfOwner, isOneSign, type PasswordOwner } from "#contract/identity/guessed-passwords.ts"
import { AppError } from "#server/platform/errors.ts"

/** 3,000 passwords of 8 letters or more that everybody tries first, in lower case. */
const common = new Set(readFileSync(new URL("./common-passwords.txt", import.meta.url), "utf8").split("\n"))

/**
 * Refuses what is guessed first: the commonest passwords, and those made of the owner's or the product's name.
 * @throws AppError `general_argument_invalid`, `password_personal_data`
 */
export function refuseWeakPassword(password: string, owner: PasswordOwner): void {
  if (isOneSign(password)) {
    throw new AppError("general_argument_invalid", "This password is one character repeated. Choose another.")
  }
  if (common.has(password.toLowerCase())) {
    throw new AppError("general_argument_invalid", "This password is one of the most common ones. Choose another.")
  }
  if (isMadeOfOwner(password, owner)) {
    throw new AppError("password_personal_data", "The password is made of your name or e-mail. Choose another.")
  }
}
