import { useCallback, useEffect, useRef, useState } from "react"
import { useNavigate, useSearchParams } from "react-router"

/** Parameter of the gallery's address that names the picture looked at. */
const parameter = "picture"

/**
 * Opens a picture, or none.
 * @param insteadOf the picture that was looked at when this was asked for: who looks at another one by now stays there
 */
export type ShowPicture = (id: string | undefined, insteadOf?: string) => void

/**
 * The picture looked at, kept in the address: it can be reloaded and shared, Back closes it, and going to a neighbour
 * leaves no trail.
 */
export function useOpenPicture(): [id: string | undefined, open: ShowPicture] {
  const [parameters, setParameters] = useSearchParams()
  const navigate = useNavigate()
  const named = parameters.get(parameter) ?? undefined
  // Changes at once; the address follows, and leads again when Back is pressed.
  const [id, setId] = useState(named)
  const shown = useRef(named)
  const hasOpened = useRef(false)
  useEffect(() => {
    setId(named)
    shown.current = named
    if (named === undefined) hasOpened.current = false
  }, [named])
  const open = useCallback(
    (wanted: string | undefined, insteadOf?: string) => {
      const before = shown.current
      if (insteadOf !== undefined && insteadOf !== before) return
      setId(wanted)
      shown.current = wanted
      if (wanted === undefined && hasOpened.current) {
        void navigate(-1)
        return
      }
      if (before === undefined) hasOpened.current = true
      setParameters(
        (old) => {
          const next = new URLSearchParams(old)
          if (wanted === undefined) next.delete(parameter)
          else next.set(parameter, wanted)
          return next
        },
        { replace: before !== undefined, preventScrollReset: true },
      )
    },
    [navigate, setParameters],
  )
  return [id, open]
}
