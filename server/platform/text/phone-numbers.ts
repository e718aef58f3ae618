import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min"
import { AppError } from "#server/platform/errors.ts"
import { countryCode } from "./countries.ts"

/**
 * @param country as a person gives it: a name or two letters
 * @returns the number with its country code, as `+2348012345678`; as it was typed where the country is not known or the
 * digits are no number there
 */
export function withCountryCode(text: string, country: string | null): string {
  const region = countryCode(country).toUpperCase()
  // `00` before the country's code is dialled in most countries, and written in those with another prefix too.
  const written = text.trim().replace(/^00(?=[1-9])/, "+")
  const number = parsePhoneNumberFromString(written, isSupported(region) ? region : undefined)
  return number?.isPossible() ? number.number : text
}

/**
 * @param text a number with its country, as `+2348012345678`
 * @returns the one way of writing it (E.164), by which accounts are told apart
 * @throws AppError `general_argument_invalid` for digits that are no number anywhere
 */
export function internationalNumber(text: string): string {
  const number = parsePhoneNumberFromString(text)
  if (!number?.isPossible()) {
    const message = "Invalid phone number"
    throw new AppError("general_argument_invalid", message, { fields: { phone: message } })
  }
  return number.number
}

function isSupported(region: string): region is CountryCode {
  return isSupportedCountry(region)
}

/** @returns a number with its country code in digits alone, as `2348012345678`; null for what is none */
export function internationalDigits(text: string): string | null {
  const number = text.trim().startsWith("+") ? parsePhoneNumberFromString(text) : undefined
  return number?.isPossible() ? number.number.slice(1) : null
}

/** @returns a number as people read it, as `+234 801 234 5678`; with a blank in any case */
export function spacedNumber(text: string): string {
  const spaced = parsePhoneNumberFromString(text)?.formatInternational() ?? text
  return spaced.includes(" ") ? spaced : spaced.replace(/^(\+\d{3})/, "$1 ")
}
