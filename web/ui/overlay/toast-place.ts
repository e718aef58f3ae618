/** Where messages can appear; the corner on wide screens only. */
export type ToastPlace = "corner" | "top" | "bottom"

/** Room that a message takes, in px: its widest, the least of its height, and its distance from the edges. */
const room = { width: 448, height: 56, edge: 16 } as const

/** From which width on there is a corner beside what is read, in px. */
const cornerFrom = 1_024

type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom">

/** What people look for or press. */
const wanted = "h1, h2, h3, button, a[href], input, select, textarea, summary, [role=button], [role=tab]"

/** How much more a box counts that is open over the page: whoever opened it is about to use it. */
const boxWeight = 10

/** Bars that may stand at the lower edge of the window, one above the other; messages are above them. */
const lowerBars = "[data-bottom-bar], [data-docked], [data-cost-bar]"

/** How far bars may be apart, in px. */
const barGap = 8

/** A place, and its distance from the lower edge of the window in px; of no use at the top. */
export interface FoundPlace {
  name: ToastPlace
  bottom: number
}

/** The place where a message is over the fewest titles and controls. @param toaster what shows messages, and does not count */
export function findToastPlace(toaster: HTMLElement): FoundPlace {
  const { innerWidth, innerHeight } = window
  const width = Math.min(room.width, innerWidth - 2 * room.edge)
  const middle = (innerWidth - width) / 2
  const at = (left: number, top: number): Box => ({ left, top, right: left + width, bottom: top + room.height })
  const atLowerEdge = (left: number): Box => at(left, aboveBars(left, left + width) - room.edge - room.height)
  const places: readonly (readonly [ToastPlace, Box])[] = [
    ["corner", atLowerEdge(innerWidth - room.edge - width)],
    ["top", at(middle, room.edge)],
    ["bottom", atLowerEdge(middle)],
  ]
  const covered = [...document.querySelectorAll(wanted)]
    .filter((element) => !toaster.contains(element))
    .map((element) => ({
      box: element.getBoundingClientRect(),
      weight: element.closest("[role=dialog], [role=menu]") ? boxWeight : 1,
    }))
  const [best] = places
    .filter(([name]) => name !== "corner" || innerWidth >= cornerFrom)
    .map(([name, place]) => ({
      name,
      bottom: innerHeight - place.bottom,
      weight: covered.reduce((sum, { box, weight }) => sum + (areOver(box, place) ? weight : 0), 0),
    }))
    .sort((one, other) => one.weight - other.weight)
  return best ?? { name: "top", bottom: 0 }
}

/** Where the bars at the lower edge end between these sides, in px from the top. */
function aboveBars(left: number, right: number): number {
  return [...document.querySelectorAll(lowerBars)]
    .map((bar) => bar.getBoundingClientRect())
    .filter((box) => box.height > 0 && box.left < right && box.right > left)
    .sort((one, other) => other.bottom - one.bottom)
    .reduce((lowest, { top, bottom }) => (bottom >= lowest - barGap && top < lowest ? top : lowest), innerHeight)
}

function areOver(box: Box, place: Box): boolean {
  if (box.left === box.right || box.top === box.bottom) return false
  return box.left < place.right && box.right > place.left && box.top < place.bottom && box.bottom > place.top
}
