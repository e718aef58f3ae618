import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Copy, Download, FileText, QrCode, RefreshCw, Share2 } from "lucide-react"
import { type ReactElement, useState } from "react"
import {
  downloadCode,
  downloadPack,
  downloadPriceList,
  downloadTable,
  type PriceListPaper,
  type ProductTable,
  renewFeed,
  type Shop,
} from "#contract/studio/shelf-shop.ts"
import { shareLink } from "#web/content/share-link.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { copyText } from "#web/lib/page/copy-text.ts"
import { shopQuery } from "#web/lib/shelf/shelf.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

const tables: readonly { value: ProductTable; label: string }[] = [
  { value: "own", label: "All products (CSV)" },
  { value: "jumia", label: "For Jumia (CSV)" },
  { value: "konga", label: "For Konga (CSV)" },
]

/** The ways out of a shop: its link, a code for the counter, the feed for Meta, and tables. */
export function ShopOutlets({ shop }: { shop: Shop }): ReactElement {
  const queries = useQueryClient()
  const isOpen = shop.isPublished && shop.takenDownFor === null
  const renew = useMutation({
    mutationFn: async () => (await call(renewFeed)).data,
    onSuccess: (renewed) => {
      queries.setQueryData(shopQuery.queryKey, renewed)
      notify.success("The feed has a new address. The old one leads nowhere now.")
    },
    onError: (error) => notify.error(messageOf(error, "The address could not be renewed.")),
  })
  const copy = async (text: string, said: string): Promise<void> => {
    if (await copyText(text)) notify.success(said)
    else notify.error("It could not be copied.")
  }
  return (
    <section aria-label="Share and sell elsewhere" className="grid gap-4 border-t border-line pt-5">
      <h2 className="text-xl">Share and sell elsewhere</h2>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          disabled={!isOpen}
          onClick={() => void shareLink({ title: shop.name, url: shop.url })}
        >
          <Share2 aria-hidden="true" />
          Share the link
        </Button>
        <a href={downloadCode.path} download className={buttonLook({ variant: "secondary" })}>
          <QrCode aria-hidden="true" />
          Code for the counter
        </a>
        <a href={downloadPack.path} download className={buttonLook({ variant: "secondary" })}>
          <Download aria-hidden="true" />
          All pictures (ZIP)
        </a>
        {tables.map(({ value, label }) =>
          value === "own" || isOpen ? (
            <a
              key={value}
              href={`${downloadTable.path}?for=${value}`}
              download
              className={buttonLook({ variant: "secondary" })}
            >
              <Download aria-hidden="true" />
              {label}
            </a>
          ) : null,
        )}
      </div>
      <PriceListOutlet />
      <div className="grid gap-2">
        <h3 className="font-medium">Feed for Facebook and Instagram</h3>
        <p className="max-w-measure text-sm text-ink-soft">
          Give this address to a catalogue in Meta Commerce Manager. It reads name, price, link and picture of
          everything in your open shop. Whoever has the address can read the same.
        </p>
        <p className="rounded-control border border-line bg-surface px-3 py-2 text-sm break-all">{shop.feedUrl}</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => void copy(shop.feedUrl, "The address is copied")}>
            <Copy aria-hidden="true" />
            Copy
          </Button>
          <Button variant="quiet" busy={renew.isPending} onClick={() => renew.mutate()}>
            <RefreshCw aria-hidden="true" />
            New address
          </Button>
        </div>
      </div>
    </section>
  )
}

const papers: readonly { value: PriceListPaper; label: string }[] = [
  { value: "a4", label: "For printing (A4)" },
  { value: "phone", label: "For phones" },
]

/** The price list as PDF, for paper or for a chat. */
function PriceListOutlet(): ReactElement {
  const [hasSoldOut, setHasSoldOut] = useState(false)
  const query = (paper: PriceListPaper) => new URLSearchParams({ paper, soldOut: hasSoldOut ? "mark" : "leave-out" })
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">Price list (PDF)</h3>
      <p className="max-w-measure text-sm text-ink-soft">
        Everything in your shop with its picture and price, in your colours. A long one takes some minutes.
      </p>
      <Checkbox
        label="With what is sold out, marked"
        checked={hasSoldOut}
        onChange={({ target }) => setHasSoldOut(target.checked)}
      />
      <div className="flex flex-wrap gap-2">
        {papers.map(({ value, label }) => (
          <a
            key={value}
            href={`${downloadPriceList.path}?${query(value)}`}
            download
            className={buttonLook({ variant: "secondary" })}
          >
            <FileText aria-hidden="true" />
            {label}
          </a>
        ))}
      </div>
    </div>
  )
}
