/** What differs between ports in the folder of a provider. `NAME` stands for its name, `Name` for a type's, `KEY` for its setting. */
interface PortShape {
  /** Type of what it opens, in the port's `port.ts`. */
  port: string
  /** Type of its declaration, in the port's `declaration.ts`. */
  declaration: string
  /** Fields of the declaration between `kind` and `settings`. */
  about: string
  /** How its settings are read, and what follows from them. */
  read: string
  /** What else is to be done. */
  next: readonly string[]
}

const opening = (given: string): string => `open({ metrics, log }) {
        const fetch = createProviderFetch({ provider: "NAME", metrics, log, secrets: [key] })
        return createName(${given}, fetch)
      },`
const opens = opening("key")

/** Chosen by the port's setting, which says when the key is missing. */
const chosen = (more = ""): string => `  needs: ["KEY"],
  read({ text }) {
    const key = text("KEY") ?? ""
    return {
      kind: "NAME",${more}
      ${opens}
    }
  },`

/** Set up by its key alone. */
const byKey = `  read({ text }) {
    const key = text("KEY")
    if (key === null) return null
    return {
      kind: "NAME",
      ${opens}
    }
  },`

const about = '  about: "",\n'

/** By the folder of the port. Sign-in providers have their own skeleton: they are known to the contract. */
export const portShapes: Readonly<Record<string, PortShape>> = {
  "image-engine": {
    port: "ImageEngine",
    declaration: "EngineDeclaration",
    about: `${about}  inspects: false,\n  refusal: "The engine NAME is chosen, so KEY is needed too.",\n`,
    read: byKey,
    next: ["server/adapters/image-engine/conformance.ts in a test: what every engine keeps to", "docs/engines.md"],
  },
  "image-host": {
    port: "ImageHost",
    declaration: "ImageHostDeclaration",
    about,
    read: chosen(),
    next: ["its name in contract/hosted/image-host.ts (imageHostKinds), and there the receipt it gives"],
  },
  mail: {
    port: "Mailer",
    declaration: "MailDeclaration",
    about: '  about: "a `NAME://` address",\n  schemes: ["NAME"],\n',
    read: `  read({ text }, { from }) {
    const key = text("KEY") ?? ""
    return {
      kind: "NAME",
      ${opening("key, from")}
    }
  },`,
    next: ["server/adapters/mail/conformance.test.ts, a line for it"],
  },
  messages: {
    port: "Messenger",
    declaration: "MessengerDeclaration",
    about,
    read: chosen(),
    next: [
      "a test like server/adapters/messages/termii/termii.test.ts, with recorded answers in server/testing/providers",
    ],
  },
  moderation: {
    port: "Moderation",
    declaration: "ModerationDeclaration",
    about: "",
    read: byKey,
    next: [
      "a test like server/adapters/moderation/openai/openai.test.ts, with recorded answers in server/testing/providers",
    ],
  },
  payments: {
    port: "PaymentProvider",
    declaration: "PaymentProviderDeclaration",
    about,
    read: `  read({ text, problems }, isForNewOrders) {
    const key = text("KEY")
    if (key === null) {
      if (isForNewOrders) problems.push("PAYMENTS is NAME, so KEY is needed too.")
      return null
    }
    return {
      kind: "NAME",
      ${opens}
    }
  },`,
    next: [
      "a test like server/features/money/payments/flutterwave.test.ts, with recorded answers in server/testing/providers",
    ],
  },
  storage: {
    port: "Storage",
    declaration: "StorageDeclaration",
    about,
    read: chosen("\n      isOnOwnDisk: false,"),
    next: ["server/adapters/storage/conformance.test.ts, a line for it"],
  },
}

/** The two files of a provider's folder, by the place of its name in them. */
export function providerTexts(
  folder: string,
  { port, declaration, about, read }: PortShape,
): Record<"NAME" | "declaration", string> {
  const hasFrom = read.includes("{ from }")
  return {
    NAME: `import type { ${port} } from "#server/adapters/${folder}/port.ts"
import type { ProviderFetch } from "#server/platform/providers/provider-fetch.ts"

/** @throws Error until it is written */
export function createName(_key: string, ${hasFrom ? "_from: string | null, " : ""}_fetch: ProviderFetch): ${port} {
  throw new Error("NAME is not written yet.")
}
`,
    declaration: `import type { ${declaration} } from "#server/adapters/${folder}/declaration.ts"
import { createProviderFetch } from "#server/platform/providers/provider-fetch.ts"
import { createName } from "./NAME.ts"

export const camelName: ${declaration} = {
  kind: "NAME",
${about}  settings: [{ name: "KEY", what: "Key of the NAME account.", default: "none" }],
${read}
}
`,
  }
}
