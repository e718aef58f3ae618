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

/** The place where a message is over the fewest titles and controls. @param toaster what shows messages, and does not count */
export function findToastPlace(toaster: HTMLElement): ToastPlace {
  const { innerWidth, innerHeight } = window
  const bar = document.querySelector("[data-bottom-bar]")?.getBoundingClientRect()
  const lowest = (bar && bar.height > 0 ? bar.top : innerHeight) - room.edge
  const width = Math.min(room.width, innerWidth - 2 * room.edge)
  const middle = (innerWidth - width) / 2
  const at = (left: number, top: number): Box => ({ left, top, right: left + width, bottom: top + room.height })
  const places: readonly (readonly [ToastPlace, Box])[] = [
    ["corner", at(innerWidth - room.edge - width, lowest - room.height)],
    ["top", at(middle, room.edge)],
    ["bottom", at(middle, lowest - room.height)],
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
      weight: covered.reduce((sum, { box, weight }) => sum + (areOver(box, place) ? weight : 0), 0),
    }))
    .sort((one, other) => one.weight - other.weight)
  return best?.name ?? "top"
}

function areOver(box: Box, place: Box): boolean {
  if (box.left === box.right || box.top === box.bottom) return false
  return box.left < place.right && box.right > place.left && box.top < place.bottom && box.bottom > place.top
}
