import { useCallback, useEffect, useRef, useState } from "react"
import { type AnswerValue, type Assessment, saveAnswer } from "#contract/academy/assessments.ts"
import { ApiError, isSignedOut } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { keepAnswers, mergeAnswers, type StoredAnswers } from "./stored-answers.ts"

/** How long after the last key an answer is sent, and how often sending is tried again, in ms. */
const pauseMs = 700
const againMs = 4_000

/**
 * `saved`: the server has every answer. `kept`: this device has what could not be sent. `held`: only this page has it.
 * `signed_out`: kept until the person has signed in again. `refused`: the server will not take one.
 */
export type SaveState = "saved" | "saving" | "kept" | "held" | "signed_out" | "refused"

/** The answers of a running assessment: shown at once, kept on the device, sent when there is a network. */
export function useAnswers(assessment: Assessment) {
  const [answers, setAnswers] = useState<StoredAnswers>(() => mergeAnswers(assessment))
  const [trouble, setTrouble] = useState<"kept" | "signed_out" | null>(null)
  const [isKept, setStored] = useState(true)
  const latest = useRef(answers)
  const sending = useRef<Promise<boolean> | null>(null)
  const { id } = assessment

  const change = useCallback(
    (next: StoredAnswers) => {
      latest.current = next
      setStored(keepAnswers(id, next))
      setAnswers(next)
    },
    [id],
  )

  const answer = (questionId: string, value: AnswerValue): void => {
    const revision = Math.max(Date.now(), (latest.current[questionId]?.revision ?? 0) + 1)
    change({ ...latest.current, [questionId]: { value, revision, isSent: false, refusal: "" } })
  }

  const sendAll = useCallback(async (): Promise<boolean> => {
    try {
      for (;;) {
        const open = Object.entries(latest.current).find(([, one]) => isOpenAnswer(one))
        if (!open) break
        const [questionId, { value, revision }] = open
        const refusal = await sendOne({ id, questionId }, { value, revision })
        const now = latest.current[questionId]
        // Written on while it was under way: the newer one is still to be sent.
        if (now?.revision !== revision) continue
        change({ ...latest.current, [questionId]: { ...now, isSent: refusal === "", refusal } })
      }
      setTrouble(null)
      return true
    } catch (error) {
      setTrouble(isSignedOut(error) ? "signed_out" : "kept")
      return false
    }
  }, [change, id])

  /** Sends what is open, together with what is under way. @returns whether the server has said its word on everything */
  const send = useCallback((): Promise<boolean> => {
    sending.current ??= sendAll().finally(() => {
      sending.current = null
    })
    return sending.current
  }, [sendAll])

  const isOpen = Object.values(answers).some(isOpenAnswer)
  useEffect(() => {
    if (!isOpen) return
    const first = setTimeout(() => void send(), pauseMs)
    const again = setInterval(() => void send(), againMs)
    const online = (): void => void send()
    addEventListener("online", online)
    return () => {
      clearTimeout(first)
      clearInterval(again)
      removeEventListener("online", online)
    }
  }, [isOpen, send])

  const refusal = Object.values(answers).find((one) => one.refusal !== "")?.refusal ?? ""
  return { answers, answer, send, refusal, state: stateOf({ isOpen, trouble, isKept, refusal }) }
}

const isOpenAnswer = ({ isSent, refusal }: StoredAnswers[string]): boolean => !isSent && refusal === ""

function stateOf(now: {
  isOpen: boolean
  trouble: "kept" | "signed_out" | null
  isKept: boolean
  refusal: string
}): SaveState {
  if (now.isOpen) return now.trouble === null ? "saving" : now.isKept ? now.trouble : "held"
  return now.refusal === "" ? "saved" : "refused"
}

/**
 * @returns "" when the server has it, else why it will never take it, such as after the end
 * @throws ApiError to be tried again: no answer, trouble there, too many calls, or nobody signed in
 */
async function sendOne(
  params: { id: string; questionId: string },
  body: { value: AnswerValue; revision: number },
): Promise<string> {
  try {
    await call(saveAnswer, { params, body })
    return ""
  } catch (error) {
    const isFinal = error instanceof ApiError && [400, 404, 409].includes(error.code)
    if (isFinal) return error.message
    throw error
  }
}
