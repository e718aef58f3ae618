import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { formatBytes } from "#web/lib/format/byte-size.ts"
import { useDataSaver } from "#web/lib/page/data-saver.ts"

/** With the data saver, how much a download takes, in brackets after its name; nothing while the server has not said. */
export function FileSize({ address }: { address: string }): ReactElement | null {
  const isSaving = useDataSaver()
  const { data: bytes } = useQuery({
    queryKey: ["fileSize", address],
    queryFn: async ({ signal }) => {
      const { ok, headers } = await fetch(address, { method: "HEAD", signal })
      return ok ? Number(headers.get("content-length")) : 0
    },
    enabled: isSaving,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return isSaving && bytes ? <span className="font-normal">({formatBytes(bytes)})</span> : null
}
