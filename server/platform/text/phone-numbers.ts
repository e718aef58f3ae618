import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min"
import { countryCode } from "./countries.ts"

/**
 * @param country as a person gives it: a name or two letters
 * @returns the number with its country code, as `+2348012345678`; as it was typed where the country is not known or the
 * digits are no number there
 */
export function withCountryCode(text: string, country: string | null): string {
  const region = countryCode(country).toUpperCase()
  const number = parsePhoneNumberFromString(text, isSupported(region) ? region : undefined)
  return number?.isPossible() ? number.number : text
}

function isSupported(region: string): region is CountryCode {
  return isSupportedCountry(region)
}

/** @returns a number with its country code in digits alone, as `2348012345678`; null for what is none */
export function internationalDigits(text: string): string | null {
  const number = text.trim().startsWith("+") ? parsePhoneNumberFromString(text) : undefined
  return number?.isPossible() ? number.number.slice(1) : null
}
