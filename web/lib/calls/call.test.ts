import { describe, expect, test } from "vitest"
import { getBalance, listEntries } from "#contract/money/credits.ts"
import { cancelOrder, generateFlux11, getOrder } from "#contract/studio/generations.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { answerWith } from "#web/testing/network.ts"
import { call } from "./call.ts"

const order = {
  id: "order/1",
  mode: "flux1.1-pro",
  prompt: "a chair",
  aspectRatio: "1:1" as const,
  count: 1,
  status: "waiting" as const,
  progress: 0,
  previews: [],
  pictures: [],
  feeCredits: 5,
  isPublic: true,
  understood: null,
  substituted: null,
  missing: 0,
  ignored: null,
  failure: null,
  createdAt: "2026-01-05T10:00:00.000+00:00",
}

describe("a call", () => {
  test("fills in the path and sends the query", async () => {
    const api = fakeApi()
    api.answer(getOrder, { data: order })
    api.answer(listEntries, { data: [], nextCursor: null })
    await call(getOrder, { params: { orderId: "order-1" } })
    await call(listEntries, { query: { limit: 10, cursor: undefined } })
    expect(api.callsOf(getOrder)[0]?.params).toEqual({ orderId: "order-1" })
    expect(api.callsOf(listEntries)[0]?.query).toEqual({ limit: 10 })
  })

  test("throws the server's refusal with its type, status and message", async () => {
    const api = fakeApi()
    api.refuse(generateFlux11, "not_enough_credits", "This costs 5 credits and you have 2.")
    const failed = call(generateFlux11, { body: { prompt: "a chair", aspect_ratio: "1:1" } })
    await expect(failed).rejects.toMatchObject({
      name: "ApiError",
      type: "not_enough_credits",
      code: 402,
      message: "This costs 5 credits and you have 2.",
      fields: {},
    })
  })

  test("throws what is wrong by field", async () => {
    answerWith(() => ({
      status: 400,
      body: {
        message: "Prompt too short",
        code: 400,
        type: "general_argument_invalid",
        fields: { prompt: "Prompt too short" },
      },
    }))
    await expect(call(getBalance)).rejects.toMatchObject({ fields: { prompt: "Prompt too short" } })
  })

  test("does not take an answer outside the contract", async () => {
    answerWith(() => ({ status: 200, body: { data: { credits: "many" } } }))
    await expect(call(getBalance)).rejects.toMatchObject({ type: "general_unknown" })
  })

  test("is bland about an answer that is no error of ours", async () => {
    answerWith(() => ({ status: 502, body: "<html>" }))
    await expect(call(getBalance)).rejects.toMatchObject({ type: "general_unknown", code: 502 })
  })

  test.each([
    ["12", null, 12],
    ["12", { message: "Too many requests.", code: 429, type: "general_rate_limit_exceeded", retryAfter: 3 }, 3],
    ["soon", null, null],
    [undefined, null, null],
  ])("says when it may be asked again, by the header %s and the body %j", async (header, body, expected) => {
    answerWith(() => ({ status: 429, body, headers: header === undefined ? {} : { "retry-after": header } }))
    await expect(call(getBalance)).rejects.toMatchObject({ code: 429, retryAfter: expected })
  })

  test("carries the idempotency key", async () => {
    let key: string | undefined
    answerWith((sent) => {
      key = sent.headers["idempotency-key"]
      return { status: 200, body: { data: order } }
    })
    await call(cancelOrder, { params: { orderId: "order-1" }, idempotencyKey: "once" })
    expect(key).toBe("once")
  })

  test("ends when it is called off", async () => {
    fakeApi().answer(getBalance, { data: { credits: 1, held: 0 } })
    const stop = new AbortController()
    stop.abort()
    await expect(call(getBalance, { signal: stop.signal })).rejects.toMatchObject({ name: "AbortError" })
  })
})
