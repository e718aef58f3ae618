/** Countries and territories as ISO 3166-1 codes; the browser knows their names. */
const codes = (
  "AF AX AL DZ AS AD AO AI AG AR AM AW AU AT AZ BS BH BD BB BY BE BZ BJ BM BT BO BQ BA BW BR IO BN BG BF BI CV KH CM CA " +
  "KY CF TD CL CN CX CC CO KM CG CD CK CR CI HR CU CW CY CZ DK DJ DM DO EC EG SV GQ ER EE SZ ET FK FO FJ FI FR GF PF GA " +
  "GM GE DE GH GI GR GL GD GP GU GT GG GN GW GY HT HN HK HU IS IN ID IR IQ IE IM IL IT JM JP JE JO KZ KE KI KP KR KW KG " +
  "LA LV LB LS LR LY LI LT LU MO MG MW MY MV ML MT MH MQ MR MU YT MX FM MD MC MN ME MS MA MZ MM NA NR NP NL NC NZ NI NE " +
  "NG NU NF MK MP NO OM PK PW PS PA PG PY PE PH PN PL PT PR QA RE RO RU RW BL SH KN LC MF PM VC WS SM ST SA SN RS SC SL " +
  "SG SX SK SI SB SO ZA SS ES LK SD SR SJ SE CH SY TW TJ TZ TH TL TG TK TO TT TN TR TM TC TV UG UA AE GB US UY UZ VU VA " +
  "VE VN VG VI WF EH YE ZM ZW"
).split(" ")

const named = new Intl.DisplayNames("en", { type: "region" })

/** English names of all countries, in order (docs/product-rules.md#places). */
export const countryNames: readonly string[] = codes
  .map((code) => named.of(code) ?? code)
  .toSorted((one, other) => one.localeCompare(other, "en"))

/**
 * The same with the device's own country first, by its clock, else by its languages.
 * @param timeZone as the device's clock names it, such as `Africa/Lagos`
 */
export function countriesFrom(timeZone: string, languages: readonly string[]): readonly string[] {
  const code = countryOfClock(timeZone) ?? languages.flatMap(regionOf)[0]
  const own = code && named.of(code)
  if (!own || !countryNames.includes(own)) return countryNames
  return [own, ...countryNames.filter((name) => name !== own)]
}

/** The country in the name of a language: NG of `en-NG`; none of `en`. Devices have names that are no languages, too. */
function regionOf(language: string): string[] {
  const region = /-([a-z]{2})(?:-|$)/i.exec(language)?.[1]
  return region ? [region.toUpperCase()] : []
}

/** @returns undefined where the browser does not know which country a clock belongs to */
function countryOfClock(timeZone: string): string | undefined {
  return codes.find((code) => {
    // Older browsers know no clocks of countries.
    const locale = new Intl.Locale("und", { region: code }) as Intl.Locale & { getTimeZones?: () => string[] }
    return locale.getTimeZones?.().includes(timeZone)
  })
}

const nigerianStates: readonly string[] = [
  "Abia",
  "Adamawa",
  "Akwa Ibom",
  "Anambra",
  "Bauchi",
  "Bayelsa",
  "Benue",
  "Borno",
  "Cross River",
  "Delta",
  "Ebonyi",
  "Edo",
  "Ekiti",
  "Enugu",
  "Federal Capital Territory",
  "Gombe",
  "Imo",
  "Jigawa",
  "Kaduna",
  "Kano",
  "Katsina",
  "Kebbi",
  "Kogi",
  "Kwara",
  "Lagos",
  "Nasarawa",
  "Niger",
  "Ogun",
  "Ondo",
  "Osun",
  "Oyo",
  "Plateau",
  "Rivers",
  "Sokoto",
  "Taraba",
  "Yobe",
  "Zamfara",
]

/** States to suggest; any other text is taken too (docs/product-rules.md#places). */
export function statesOf(country: string): readonly string[] {
  return country.trim().toLowerCase() === "nigeria" ? nigerianStates : []
}
