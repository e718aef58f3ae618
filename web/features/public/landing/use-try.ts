import { type RefObject, useCallback, useEffect, useState } from "react"
import type { Try } from "#contract/studio/guest-trial.ts"
import { landing } from "#web/content/landing.ts"
import { whenInView } from "#web/lib/page/in-view.ts"
import { flagGuestTrial } from "#web/lib/session/guest-trial-mark.ts"

/** Time between two looks at a picture that is being drawn, in ms. */
const pollEveryMs = 1_200

interface VisitorsTry {
  /** False when this installation draws none. */
  isOffered: boolean
  picture: Try | undefined
  isSending: boolean
  trouble: string | undefined
  start: (prompt: string) => void
}

// Only who comes near the form loads what talks to the server.
const calls = () => import("./try-calls.ts")

/** A visitor's free picture, from the press on; one that was begun on an earlier visit is found again. */
export function useTry(place: RefObject<Element | null>): VisitorsTry {
  const [isOffered, setIsOffered] = useState(true)
  const [picture, setPicture] = useState<Try>()
  const [isSending, setIsSending] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const isOpen = picture?.status === "waiting" || picture?.status === "drawing"

  const look = useCallback(async (): Promise<void> => {
    try {
      const found = await (await calls()).look()
      setIsOffered(found.isOffered || found.try !== null)
      if (found.try) setPicture(found.try)
    } catch {
      // Asked again while something is under way; otherwise the press says what is wrong.
    }
  }, [])

  useEffect(() => {
    if (!place.current) return
    return whenInView(place.current, () => void look())
  }, [place, look])

  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => void look(), pollEveryMs)
    return () => clearInterval(timer)
  }, [isOpen, look])

  const start = async (prompt: string): Promise<void> => {
    setIsSending(true)
    setTrouble(undefined)
    try {
      setPicture(await (await calls()).begin(prompt))
      flagGuestTrial()
    } catch (error) {
      setTrouble(error instanceof Error && error.message ? error.message : landing.tries.noAnswer)
    } finally {
      setIsSending(false)
    }
  }

  return {
    isOffered,
    picture,
    isSending,
    trouble: trouble ?? (picture?.status === "failed" ? landing.tries.failed : undefined),
    start: (prompt) => void start(prompt),
  }
}
