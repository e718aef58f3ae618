import { type ComponentProps, type ReactElement, useEffect, useState } from "react"
import { useNavigation } from "react-router"
import { TextField } from "#web/ui/form/text-field.tsx"

/** Wait after the last key before the search goes out, in ms. */
const searchDelayMs = 250

/** Wait after a press, which may lead to another page; by then it is known. */
const afterPressMs = 1_000

interface DelayedSearchProps
  extends Pick<ComponentProps<typeof TextField>, "ref" | "hideLabel" | "maxLength" | "placeholder" | "error"> {
  label?: string | undefined
  hint?: string | undefined
  value: string
  /** Gets what was typed, without blanks around it. */
  onChange: (value: string) => void
  className?: string | undefined
}

/** The search of a list: goes out when somebody stops typing. */
export function DelayedSearch(props: DelayedSearchProps): ReactElement {
  const { label = "Search", value, onChange, className = "max-w-xl", ...field } = props
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
  const words = text.trim()
  const isLeaving = useNavigation().state !== "idle"
  useEffect(() => {
    // A search that goes out now would take the place of the page that somebody has just asked for.
    if (words === value || isLeaving) return
    const send = (): void => {
      setSent((before) => [...before, words])
      onChange(words)
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
  }, [words, value, onChange, isLeaving])
  return (
    <TextField
      {...field}
      label={label}
      type="search"
      optional="unsaid"
      value={text}
      onChange={(event) => setText(event.target.value)}
      className={className}
    />
  )
}
