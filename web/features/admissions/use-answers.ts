import { useCallback, useEffect, useRef, useState } from "react"
import { type AnswerValue, type Assessment, saveAnswer } from "#contract/product/assessment.ts"
import { ApiError } from "#web/lib/api-error.ts"
import { call } from "#web/lib/call.ts"
import { type KeptAnswers, keepAnswers, mergeAnswers } from "./kept-answers.ts"

/** How long after the last key an answer is sent, and how often sending is tried again, in ms. */
const pauseMs = 700
const againMs = 4_000

export type SaveState = "saved" | "saving" | "kept"

/** The answers of a running assessment: shown at once, kept on the device, sent when there is a network. */
export function useAnswers(assessment: Assessment) {
  const [answers, setAnswers] = useState<KeptAnswers>(() => mergeAnswers(assessment))
  const [hasFailed, setFailed] = useState(false)
  const latest = useRef(answers)
  const isSending = useRef(false)
  const { id } = assessment

  const change = useCallback(
    (next: KeptAnswers) => {
      latest.current = next
      keepAnswers(id, next)
      setAnswers(next)
    },
    [id],
  )

  const answer = (questionId: string, value: AnswerValue): void => {
    const revision = Math.max(Date.now(), (latest.current[questionId]?.revision ?? 0) + 1)
    change({ ...latest.current, [questionId]: { value, revision, isSent: false } })
  }

  const send = useCallback(async (): Promise<boolean> => {
    if (isSending.current) return false
    isSending.current = true
    try {
      for (;;) {
        const open = Object.entries(latest.current).find(([, { isSent }]) => !isSent)
        if (!open) break
        const [questionId, { value, revision }] = open
        const isRefused = await sendOne({ id, questionId }, { value, revision })
        const now = latest.current[questionId]
        if (now?.revision === revision) change({ ...latest.current, [questionId]: { ...now, isSent: true } })
        if (isRefused) break
      }
      setFailed(false)
      return true
    } catch {
      setFailed(true)
      return false
    } finally {
      isSending.current = false
    }
  }, [change, id])

  const isOpen = Object.values(answers).some(({ isSent }) => !isSent)
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

  const state: SaveState = !isOpen ? "saved" : hasFailed ? "kept" : "saving"
  return { answers, answer, send, state }
}

/** @returns true when the server will never take it, such as after the end. @throws ApiError to be tried again */
async function sendOne(
  params: { id: string; questionId: string },
  body: { value: AnswerValue; revision: number },
): Promise<boolean> {
  try {
    await call(saveAnswer, { params, body })
    return false
  } catch (error) {
    if (error instanceof ApiError && error.code >= 400 && error.code < 500 && error.code !== 429) return true
    throw error
  }
}
