/** Ways to pay, as providers call them. */
const names: Readonly<Record<string, string>> = {
  card: "Card",
  bank_transfer: "Bank transfer",
  banktransfer: "Bank transfer",
  ussd: "USSD",
  sandbox: "Sandbox, no money moved",
}

/** A way to pay as people call it; the provider's own word where it is not known. */
export function paymentMethodName(method: string): string {
  return names[method] ?? (method || "Not told by the provider")
}
