import { type ReactElement, type Ref, useEffect, useState } from "react"
import { useNavigation } from "react-router"
import { TextField } from "#web/ui/text-field.tsx"

/** Wait after the last key before the search goes out, in ms. */
const searchDelayMs = 250

/** Wait after a press, which may lead to another page; by then it is known. */
const afterPressMs = 1_000

interface DelayedSearchProps {
  hint: string
  value: string
  onChange: (value: string) => void
  field?: Ref<HTMLInputElement> | undefined
}

/** The search of a list: goes out when somebody stops typing. */
export function DelayedSearch({ hint, value, onChange, field }: DelayedSearchProps): ReactElement {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  /** Searches that went out and did not arrive in the address yet. */
  const [sent, setSent] = useState<readonly string[]>([])
  if (known !== value) {
    setKnown(value)
    // One of ours has arrived, and more may have been typed since. Else the address changed without a key, by a saved view
    // or by going back.
    const place = sent.indexOf(value)
    setSent(place === -1 ? [] : sent.slice(place + 1))
    if (place === -1) setText(value)
  }
  const isLeaving = useNavigation().state !== "idle"
  useEffect(() => {
    // A search that goes out now would take the place of the page that somebody has just asked for.
    if (text === value || isLeaving) return
    const send = (): void => {
      setSent((before) => [...before, text])
      onChange(text)
    }
    let timer = setTimeout(send, searchDelayMs)
    const giveWay = (): void => {
      clearTimeout(timer)
      timer = setTimeout(send, afterPressMs)
    }
    addEventListener("click", giveWay, true)
    return () => {
      clearTimeout(timer)
      removeEventListener("click", giveWay, true)
    }
  }, [text, value, onChange, isLeaving])
  return (
    <TextField
      ref={field}
      label="Search"
      type="search"
      optional
      hint={hint}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className="max-w-xl"
    />
  )
}
