import type { ReactElement } from "react"
import { product } from "#contract/product/brand.ts"
import { ConnectionBar } from "./connection-bar.tsx"
import { StudioShell } from "./layouts/studio-shell.tsx"
import { studioItems } from "./studio-items.ts"

/** The studio's frame while it cannot be found out who is here: nobody is signed out for a bad connection. */
export function OutOfReach(): ReactElement {
  return (
    <StudioShell
      productName={product.name}
      homePath="/app"
      items={studioItems}
      notice={<ConnectionBar />}
      isNarrow={false}
      onFold={undefined}
    >
      <div className="mx-auto grid max-w-md gap-3 py-16 text-center">
        <h1 className="text-2xl">Waiting for the connection</h1>
        <p className="text-ink-soft">
          You are still signed in. Your pictures and credits are safe, and this page opens by itself when {product.name}{" "}
          answers again.
        </p>
      </div>
    </StudioShell>
  )
}
