import { useCallback, useState } from "react"
import { loadPart } from "./load-error.ts"

/** A part of a page whose code is fetched when it is first wanted. */
interface LazyPart<Part> {
  /** Undefined until it has come. */
  part: Part | undefined
  isComing: boolean
  /** Fetches it. A failure waits for the person to press Retry; what they pressed stays as it is. */
  want: () => void
}

/** @param load fetches the part; the same function at every call */
export function useLazyPart<Part extends (...args: never[]) => unknown>(load: () => Promise<Part>): LazyPart<Part> {
  const [part, setPart] = useState<Part>()
  const [isComing, setIsComing] = useState(false)
  const want = useCallback(() => {
    setIsComing(true)
    loadPart(load).then(
      (found) => setPart(() => found),
      () => setIsComing(false),
    )
  }, [load])
  return { part, isComing, want }
}
