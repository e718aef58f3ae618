import { useQueryClient } from "@tanstack/react-query"
import { useCallback, useRef, useState } from "react"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { uploadFile } from "#web/lib/photos/upload-file.ts"

/** A picture for a question that is not there yet. */
export interface PictureOnItsWay {
  file: File
  isPending: boolean
  /** Why it did not come; "" while it is on its way. */
  trouble: string
}

/** `here`: nothing is on its way any more. `failed`: nor is it, but something did not come. `pending`: time ran out first. */
type Outcome = "here" | "failed" | "pending"

interface Upload {
  abort: AbortController
  /** Whether it came. */
  end: Promise<boolean>
}

/**
 * Pictures that are on their way to the running assessment, so that handing in can wait for them.
 * @param onAnswer gets the id of a picture as soon as it is here
 */
export function usePictureAnswers(onAnswer: (questionId: string, value: string) => void) {
  const queries = useQueryClient()
  const [pictures, setPictures] = useState<Readonly<Record<string, PictureOnItsWay | undefined>>>({})
  const uploads = useRef(new Map<string, Upload>())

  const upload = (questionId: string, file: File): void => {
    const show = (now: PictureOnItsWay | undefined): void => setPictures((old) => ({ ...old, [questionId]: now }))
    const abort = new AbortController()
    const end = uploadFile(queries, file, { signal: abort.signal })
      .then(
        ({ fileId }) => {
          onAnswer(questionId, fileId)
          show(undefined)
          return true
        },
        (error) => {
          show({ file, isPending: false, trouble: messageOf(error, noAnswerMessage) })
          return false
        },
      )
      .finally(() => uploads.current.delete(questionId))
    uploads.current.set(questionId, { abort, end })
    show({ file, isPending: true, trouble: "" })
  }

  /** Waits until nothing is on its way. @param ms for so long at most */
  const waitForAll = useCallback(async (ms: number): Promise<Outcome> => {
    const timer = Promise.withResolvers<"late">()
    const timeout = setTimeout(() => timer.resolve("late"), ms)
    let hasFailed = false
    while (uploads.current.size > 0) {
      const ends = Promise.all([...uploads.current.values()].map(({ end }) => end))
      const outcome = await Promise.race([ends, timer.promise])
      if (outcome === "late") return "pending"
      if (outcome.includes(false)) hasFailed = true
    }
    clearTimeout(timeout)
    return hasFailed ? "failed" : "here"
  }, [])

  /** Ends what is still on its way: it would come too late. */
  const giveUp = useCallback(async (): Promise<void> => {
    const open = [...uploads.current.values()]
    for (const { abort } of open) abort.abort()
    await Promise.all(open.map(({ end }) => end))
  }, [])

  const isPending = Object.values(pictures).some((one) => one?.isPending)
  return { pictures, isPending, upload, waitForAll, giveUp }
}
