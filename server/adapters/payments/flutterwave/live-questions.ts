import { bearer, type Question } from "#server/platform/providers/live-question.ts"
import { Link, Problem, Transaction, TransactionList } from "./flutterwave.ts"
import type { FlutterwaveSettings } from "./settings.ts"

/** Nobody pays: a payment that never was, the account's own newest one, and a page that nobody opens. */
export function flutterwaveQuestions({ baseUrl, secretKey }: FlutterwaveSettings): Question[] {
  const headers = bearer(secretKey)
  const unknown = `${baseUrl}/transactions/verify_by_reference?tx_ref=awo_contract_nothing`
  const page = {
    ...{ tx_ref: `awo_contract_${Date.now()}`, amount: "100", currency: "NGN" },
    redirect_url: "https://example.com/",
    payment_options: "card,banktransfer,ussd",
    customer: { email: "contract@example.com", name: "Engagement", phonenumber: "08030000000" },
    customizations: { title: "Engagement", description: "Not to be paid", logo: "https://example.com/logo.png" },
    configurations: { session_duration: 1, max_retry_attempt: 1 },
  }
  return [
    { shape: "flutterwave/not-found", request: () => ({ url: unknown, headers }), schema: Problem },
    {
      shape: "flutterwave/unauthorized",
      request: () => ({ url: unknown, headers: bearer("FLWSECK_TEST-wrong-X") }),
      schema: Problem,
    },
    {
      shape: "flutterwave/listed",
      request: () => ({ url: `${baseUrl}/transactions`, headers }),
      schema: TransactionList,
    },
    {
      shape: "flutterwave/verified",
      request: (told) => {
        const [newest] = TransactionList.safeParse(told.get("flutterwave/listed")).data?.data ?? []
        return newest ? { url: `${baseUrl}/transactions/${newest.id}/verify`, headers } : null
      },
      schema: Transaction,
    },
    { shape: "flutterwave/link", request: () => ({ url: `${baseUrl}/payments`, headers, body: page }), schema: Link },
  ]
}
