import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { ImageOff, Plus, Sheet, Store } from "lucide-react"
import type { ReactElement } from "react"
import { Link } from "react-router"
import { type ListedProduct, listProducts, ShelfState } from "#contract/studio/shelf.ts"
import { formatPrice } from "#contract/studio/shelf-price.ts"
import { DelayedSearch } from "#web/content/lists/delayed-search.tsx"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatNumber } from "#web/lib/format/format.ts"
import { useFilters } from "#web/lib/page/use-filters.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { productAddress, sellingHelpPath, shopQuery, shopSettingsPath, tablePath } from "#web/lib/shelf/shelf.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Chip } from "#web/ui/feedback/chip.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx"
import { FromPhotoButton } from "./from-photo.tsx"

const states: Readonly<Record<ShelfState, string>> = {
  "on-shelf": "In the shop",
  draft: "Drafts",
  "sold-out": "Sold out",
}

/** What narrows the list, as its call knows it. */
const filters = listProducts.query.pick({ words: true, state: true })

/** /shelf: what a person sells. */
export function Component(): ReactElement {
  const { values, set } = useFilters(filters)
  const products = useInfiniteQuery({
    queryKey: [...queryKeys.products, "list", values],
    // One of many searches is not worth the room.
    meta: { isKept: values.words === undefined },
    queryFn: ({ pageParam, signal }) => call(listProducts, { query: { ...values, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
  const shown = products.data?.pages.flatMap(({ data }) => data)
  const counts = products.data?.pages[0]?.counts
  const isNarrowed = values.words !== undefined || values.state !== undefined
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl sm:text-3xl">Shelf</h1>
          <p className="mt-1 text-ink-soft">
            {counts && counts.all > 0
              ? `${countOf(counts.all)}, ${formatNumber(counts.onShelf)} in the shop.`
              : "What you sell, with its pictures, price and words in one place."}{" "}
            <TextLink to={sellingHelpPath}>How it works</TextLink>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton variant="secondary" to={tablePath}>
            <Sheet aria-hidden="true" />
            From a spreadsheet
          </LinkButton>
          <LinkButton variant="secondary" to={shopSettingsPath}>
            <Store aria-hidden="true" />
            Your shop
          </LinkButton>
          <LinkButton variant="secondary" to={productAddress("new")}>
            <Plus aria-hidden="true" />
            New product
          </LinkButton>
          <FromPhotoButton />
        </div>
      </header>
      <ShopLine />
      {(isNarrowed || (counts?.all ?? 0) > 0) && (
        <search className="grid gap-3 lg:flex lg:items-center">
          <DelayedSearch
            label="Search by name or number"
            hideLabel
            placeholder="Search by name or number"
            maxLength={120}
            value={values.words ?? ""}
            onChange={(words) => set("words", words)}
            className="-mb-8 min-w-0 lg:w-80"
          />
          <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0">
            {ShelfState.options.map((state) => (
              <Chip
                key={state}
                isPressed={values.state === state}
                onPress={() => set("state", values.state === state ? "" : state)}
                className="shrink-0"
              >
                {states[state]}
              </Chip>
            ))}
          </div>
        </search>
      )}
      {shown === undefined ? (
        products.error ? (
          <ErrorState
            title="Your shelf could not be loaded"
            text={messageOf(products.error, "")}
            action={<Button onClick={() => void products.refetch()}>Try again</Button>}
          />
        ) : (
          <Progress label="Loading" />
        )
      ) : shown.length === 0 ? (
        <EmptyShelf isNarrowed={isNarrowed} />
      ) : (
        <>
          <ul aria-label="Products" className="grid divide-y divide-line rounded-card border border-line">
            {shown.map((product) => (
              <ProductLine key={product.id} product={product} />
            ))}
          </ul>
          {products.hasNextPage && (
            <Button
              variant="secondary"
              className="justify-self-center"
              busy={products.isFetchingNextPage}
              onClick={() => void products.fetchNextPage()}
            >
              Load more
            </Button>
          )}
        </>
      )}
    </div>
  )
}

/** Whether buyers can see the shelf, and where. */
function ShopLine(): ReactElement | null {
  const { data: shop } = useQuery(shopQuery)
  if (!shop) return null
  if (shop.takenDownFor !== null) {
    return (
      <p role="alert" className="rounded-card bg-clay-wash p-4 text-clay">
        Your shop was taken down: {shop.takenDownFor}
      </p>
    )
  }
  if (!shop.isPublished) return <p className="text-ink-soft">Your shop is closed: only you see your products.</p>
  return (
    <p>
      Your shop is open:{" "}
      <a
        href={picturePath(shop.url)}
        target="_blank"
        rel="noopener"
        className="font-medium text-indigo underline underline-offset-4 wrap-anywhere"
      >
        {shop.url.replace(/^https?:\/\//, "")}
      </a>
    </p>
  )
}

function EmptyShelf({ isNarrowed }: { isNarrowed: boolean }): ReactElement {
  if (isNarrowed) return <EmptyState title="Nothing found" text="Take the search or the filter away to see more." />
  return (
    <EmptyState
      title="Nothing on the shelf yet"
      text="Begin with a photo: press “From a photo” above. Or open a picture in your gallery and press “Put on the shelf”."
      action={
        <LinkButton variant="secondary" to="/photo-gallery">
          Go to the gallery
        </LinkButton>
      }
    />
  )
}

function countOf(count: number): string {
  return count === 1 ? "1 product" : `${formatNumber(count)} products`
}

function ProductLine({ product }: { product: ListedProduct }): ReactElement {
  const { id, name, sku, priceNgn, priceUsd, picture } = product
  return (
    <li>
      <Link
        to={productAddress(id)}
        className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1 px-3 py-3 hover:bg-indigo-wash sm:grid-cols-[4rem_minmax(0,1fr)_9rem_8rem] sm:px-4"
      >
        <span className="row-span-2 grid size-16 place-items-center overflow-hidden rounded-control bg-surface text-ink-soft sm:row-span-1">
          {picture ? (
            <img src={picture.preview} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
          ) : (
            <ImageOff aria-hidden="true" className="size-6" />
          )}
        </span>
        <span className="min-w-0">
          <span dir="auto" className="block font-medium wrap-anywhere">
            {name === "" ? "No name yet" : name}
          </span>
          {sku !== "" && <span className="block text-sm text-ink-soft wrap-anywhere">{sku}</span>}
        </span>
        <span className="col-start-2 flex flex-wrap items-center gap-2 sm:contents">
          <span className="tabular-nums sm:text-right">
            {priceNgn === null && priceUsd === null ? (
              <span className="text-ink-soft">No price yet</span>
            ) : (
              [priceNgn !== null && formatPrice(priceNgn, "NGN"), priceUsd !== null && formatPrice(priceUsd, "USD")]
                .filter(Boolean)
                .join(" · ")
            )}
          </span>
          <span className="sm:justify-self-end">
            <StateBadge product={product} />
          </span>
        </span>
      </Link>
    </li>
  )
}

function StateBadge({ product }: { product: ListedProduct }): ReactElement {
  if (product.takenDownFor !== null) return <Badge tone="clay">Taken down</Badge>
  if (!product.isOnShelf) return <Badge>Draft</Badge>
  return product.isSoldOut ? <Badge tone="amber">Sold out</Badge> : <Badge tone="leaf">In the shop</Badge>
}
