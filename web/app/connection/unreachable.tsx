import { useMutation, useQueryClient } from "@tanstack/react-query"
import { LogOut } from "lucide-react"
import type { ReactElement } from "react"
import { product } from "#contract/brand.ts"
import { studioItems } from "#web/app/layouts/studio-items.ts"
import { StudioShell } from "#web/app/layouts/studio-shell.tsx"
import { signOut } from "#web/lib/session/sign-out.ts"
import { Button } from "#web/ui/button/button.tsx"
import { ConnectionBar } from "./connection-bar.tsx"

/** The studio's frame while it cannot be found out who is here, not even by a copy: nobody is signed out for a bad connection. */
export function OutOfReach(): ReactElement {
  return (
    <StudioShell
      productName={product.name}
      homePath="/app"
      tools={<SignOut />}
      items={studioItems}
      notice={<ConnectionBar />}
      isNarrow={false}
      onFold={undefined}
    >
      <Waiting />
    </StudioShell>
  )
}

/** Who hands the device on wants to leave nothing on it, with a connection or without. */
function SignOut(): ReactElement {
  const queries = useQueryClient()
  const leave = useMutation({ mutationFn: () => signOut(queries) })
  return (
    <Button variant="quiet" busy={leave.isPending} onClick={() => leave.mutate()}>
      <LogOut aria-hidden="true" />
      Sign out
    </Button>
  )
}

function Waiting(): ReactElement {
  return (
    <div className="mx-auto grid max-w-md gap-3 py-16 text-center">
      <h1 className="text-2xl">Waiting for the connection</h1>
      <p className="text-ink-soft">
        You are still signed in. Your pictures and credits are safe, and this page opens by itself when {product.name}{" "}
        answers again.
      </p>
    </div>
  )
}
