import { showSplit } from "./show-split.ts"

/** What the browser does by itself: a press on it needs none of our code. */
const ownAccord = "a[href], summary, [popovertarget]"

/** What our code answers when it is pressed. */
const controls = "button, label, input:not([type=range]), select"

/** What must be alive by the time it is seen, and how many pixels before that its code is asked for. */
const aliveWhenSeen =
  "main :is(button:not([popovertarget]), input:not([type=range]), select, textarea, [role=status], [data-asks=when-seen])"
const nearPx = 600

/** What the server has to be asked about, as the page was built ahead and says of it only what may be: dates, seats, open or closed. */
const asksServer = "[data-asks=at-once]"

const signs = ["pointermove", "pointerdown", "keydown", "input", "click", "submit"] as const

/**
 * Calls `open` at the first sign that a person is about to do more than read and follow links, or when something to use
 * comes near the window; at once, when the page itself is there, where it says something that the server decides. What they press and type before it is done is repeated afterwards, so that nothing is lost on a
 * slow line. Tries again after a failure.
 */
export function whenUsed(open: () => Promise<void>): void {
  const held: HTMLElement[] = []
  const sent = new Set<HTMLFormElement>()
  const ticked = new Map<HTMLInputElement, boolean>()
  const typed = new Map<HTMLInputElement | HTMLTextAreaElement, string>()
  let isOpening = false
  let isRepeating = false

  const repeat = (act: () => void): void => {
    isRepeating = true
    act()
    isRepeating = false
  }

  const start = async (): Promise<void> => {
    if (isOpening) return
    isOpening = true
    try {
      await open()
    } catch {
      isOpening = false
      return
    }
    for (const [field, text] of typed) repeat(() => typeAgain(field, text))
    for (const [box, isTicked] of ticked) if (box.checked !== isTicked) repeat(() => box.click())
    if (typed.size > 0) await leaveFields(typed.keys())
    // Not before: a form that is sent while pickers are still to hear of their text would be found incomplete.
    for (const sign of signs) removeEventListener(sign, look, true)
    for (const control of held) control.click()
    for (const form of sent) form.requestSubmit()
  }

  const look = (event: Event): void => {
    if (isRepeating) return
    const place = event.target instanceof Element ? event.target : document.body
    const isOwn = place.closest(ownAccord) !== null
    const control =
      event.type === "click" && !isOwn && tickBoxOf(place) === null ? place.closest<HTMLElement>(controls) : null
    if (control) {
      event.preventDefault()
      event.stopPropagation()
      held.push(control)
    }
    if (event.type === "input") takeInput(place)
    if (event.type === "submit" && place instanceof HTMLFormElement) {
      // Enter in a field: sent by our code in a moment, never by the browser with what was typed in an address.
      event.preventDefault()
      sent.add(place)
    }
    if (isSign(event, isOwn)) void start()
  }

  const takeInput = (place: Element): void => {
    const box = tickBoxOf(place)
    if (box) ticked.set(box, box.checked)
    else if (place instanceof HTMLInputElement && place.type === "range") showSplit(place)
    else if (place.matches("input:not([type=radio], [type=checkbox]), textarea")) {
      const field = place as HTMLInputElement | HTMLTextAreaElement
      typed.set(field, field.value)
    }
  }

  for (const sign of signs) addEventListener(sign, look, true)
  watchInView(document.querySelectorAll(aliveWhenSeen), start)
  if (document.querySelector(asksServer)) whenLoaded(() => void start())
}

/** Calls it once the page's own files are there, which come first. */
function whenLoaded(act: () => void): void {
  if (document.readyState === "complete") act()
  else addEventListener("load", act, { once: true })
}

/** The box that is ticked by a press here: the browser does that by itself, and it is repeated where it was undone. */
function tickBoxOf(place: Element): HTMLInputElement | null {
  const input = place.closest("label")?.control ?? place
  return input instanceof HTMLInputElement && input.type === "checkbox" ? input : null
}

/** Types a text into a field that is alive by now, past the setter with which React notices its own changes. */
function typeAgain(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  // React is told nothing about a value it believes to be there already.
  field.value = ""
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text)
  field.dispatchEvent(new Event("input", { bubbles: true }))
}

/** Says of typed fields that they were left, which pickers wait for; after what was typed has been taken in. */
async function leaveFields(fields: Iterable<HTMLElement>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
  for (const field of fields) {
    if (field !== document.activeElement) field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }))
  }
  await new Promise((resolve) => setTimeout(resolve))
}

function isSign(event: Event, isOwn: boolean): boolean {
  // A finger that scrolls moves too; a mouse that moves is about to press something. The browser says that one moved, by
  // nothing, when a page comes up or changes under it.
  if (event.type === "pointermove") {
    const { pointerType, movementX, movementY } = event as PointerEvent
    return pointerType === "mouse" && (movementX !== 0 || movementY !== 0)
  }
  return event.type === "keydown" || !isOwn
}

function watchInView(places: Iterable<Element>, act: () => Promise<void>): void {
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      void act()
    },
    { rootMargin: `${nearPx}px` },
  )
  for (const place of places) watch.observe(place)
}
