import { Store } from "lucide-react"
import type { ReactElement } from "react"
import { pictureRefOf } from "#web/lib/shelf/shelf.ts"
import { Button } from "#web/ui/button/button.tsx"
import { usePutOnShelf } from "./use-put-on-shelf.ts"

interface PutOnShelfProps {
  /** Addresses of pictures of the person's own; each becomes a product. */
  urls: readonly string[]
  className?: string
}

/** Makes products of pictures; nothing for pictures that are kept nowhere here. */
export function PutOnShelf({ urls, className }: PutOnShelfProps): ReactElement | null {
  const put = usePutOnShelf()
  const pictures = urls.flatMap((url) => pictureRefOf(url) ?? [])
  if (pictures.length === 0) return null
  return (
    <Button
      variant="secondary"
      className={className}
      busy={put.isPending}
      onClick={() => put.mutate({ pictures, as: "one-each" })}
    >
      <Store aria-hidden="true" />
      {pictures.length === 1 ? "Put on the shelf" : `Put ${pictures.length} on the shelf`}
    </Button>
  )
}
