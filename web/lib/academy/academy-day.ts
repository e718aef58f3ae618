/** How far the academy's clock is ahead of UTC, the whole year. */
const ahead = "+01:00"

/** Last moment of a day of the academy, in ms. @param day as YYYY-MM-DD */
export function endOfAcademyDay(day: string): number {
  return Date.parse(`${day}T23:59:59${ahead}`)
}
