import { useQueryClient } from "@tanstack/react-query"
import { PenLine } from "lucide-react"
import { type FormEvent, type ReactElement, useState } from "react"
import { tradeSlugs, trades } from "#contract/catalogue/trades.ts"
import type { Product } from "#contract/studio/shelf.ts"
import { readPrice } from "#contract/studio/shelf-price.ts"
import { type OutboxEntry, withdraw } from "#web/lib/outbox/outbox.ts"
import { useSession } from "#web/lib/session/session.ts"
import { Button } from "#web/ui/button/button.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { Switch } from "#web/ui/form/switch.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { usePageHas } from "#web/ui/layout/use-page-has.ts"
import { ConflictDialog } from "./conflict-dialog.tsx"
import { DeleteProduct } from "./delete-product.tsx"
import { type Draft, draftOf, draftOfWaiting, emptyDraft, readDraft } from "./draft.ts"
import { OptionFields } from "./option-fields.tsx"
import { PictureFields } from "./picture-fields.tsx"
import { PosterButton } from "./poster-dialog.tsx"
import { ProductShare } from "./product-share.tsx"
import { StockField } from "./stock-field.tsx"
import { useSaveProduct } from "./use-save-product.ts"
import { WordsDialog } from "./words-dialog.tsx"

const tradeChoices = tradeSlugs.map((slug) => ({ value: slug, label: trades[slug].name }))

const conditions = [
  { value: "new", label: "New" },
  { value: "used", label: "Used" },
  { value: "refurbished", label: "Refurbished" },
] as const

interface ProductFormProps {
  /** Absent for a new one. */
  product?: Product
  /** Of a new one that was saved without a connection: its line of the outbox, also once that was sent. */
  waitsAs?: string | undefined
  /** What was changed without a connection and is not saved yet. */
  waiting?: OutboxEntry | undefined
  /** Hears whether it holds what is not saved. */
  onEdited?: (hasEdits: boolean) => void
}

/** Everything a seller says of a product. */
export function ProductForm({ product, waitsAs, waiting, onEdited }: ProductFormProps): ReactElement {
  usePageHas("docked")
  const queries = useQueryClient()
  const { id: userId } = useSession()
  const [draft, setDraft] = useState<Draft>(() => firstDraft(product, waiting))
  const [problems, setProblems] = useState(waiting?.problems ?? {})
  const saving = useSaveProduct(product, waitsAs, {
    onKept: () => onEdited?.(false),
    onSaved: (saved) => {
      setDraft(draftOf(saved))
      onEdited?.(false)
      if (waiting) void withdraw(queries, userId, waiting.id)
    },
    onRefused: setProblems,
  })
  const change = (part: Partial<Draft>): void => {
    onEdited?.(true)
    setDraft((before) => ({ ...before, ...part }))
    const changed = Object.keys(part)
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !changed.includes(field))))
  }
  const save = (event: FormEvent): void => {
    event.preventDefault()
    const read = readDraft(draft)
    if ("problems" in read) setProblems(read.problems)
    else saving.save(read.fields, draft.pictures)
  }
  const [isWriting, setIsWriting] = useState(false)
  const price = readPrice(draft.priceNgn)
  const [firstPicture] = draft.pictures
  const isOvertaken =
    waiting?.state === "stopped" &&
    waiting.what.kind === "product" &&
    product !== undefined &&
    product.version > waiting.what.product.version
  const conflict = saving.conflict ?? (isOvertaken ? product : undefined)
  const optionProblem = Object.entries(problems).find(([field]) => /^(options|variants)/.test(field))?.[1]
  return (
    <form onSubmit={save} noValidate className="grid gap-6 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] lg:gap-x-12">
      {product?.takenDownFor != null && (
        <p role="alert" className="rounded-card bg-clay-wash p-4 text-clay lg:col-span-2">
          Taken down: {product.takenDownFor}
        </p>
      )}
      {waiting && (
        <p role="status" className="rounded-card bg-amber-wash p-4 lg:col-span-2">
          {waiting.state === "stopped"
            ? `What you ${product ? "changed" : "made"} without a connection is not saved: ${waiting.reason}`
            : `You ${product ? "changed" : "made"} this without a connection. It is saved once you are online.`}
        </p>
      )}
      <div className="grid content-start gap-2">
        <PictureFields
          product={product}
          pictures={draft.pictures}
          problem={problems.pictures}
          onChange={(pictures) => change({ pictures })}
        />
        <Button variant="secondary" className="mb-2 justify-self-start" onClick={() => setIsWriting(true)}>
          <PenLine aria-hidden="true" />
          Write title and text for me
        </Button>
        {isWriting && (
          <WordsDialog
            picture={firstPicture?.preview}
            image={firstPicture?.url}
            known={{
              category: draft.category,
              condition: draft.condition,
              priceNgn: "minor" in price ? price.minor : null,
            }}
            onUse={(words) => {
              change(words)
              setIsWriting(false)
            }}
            onClose={() => setIsWriting(false)}
          />
        )}
        <TextField
          label="Name"
          dir="auto"
          maxLength={120}
          value={draft.name}
          error={problems.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <div className="grid gap-x-4 sm:grid-cols-2">
          <TextField
            label="Price in naira"
            inputMode="decimal"
            placeholder="5,000"
            autoComplete="off"
            value={draft.priceNgn}
            error={problems.priceNgn}
            onChange={({ target }) => change({ priceNgn: target.value })}
          />
          <TextField
            label="Price in dollars"
            optional
            inputMode="decimal"
            autoComplete="off"
            value={draft.priceUsd}
            error={problems.priceUsd}
            onChange={({ target }) => change({ priceUsd: target.value })}
          />
        </div>
        <TextareaField
          label="Text"
          optional
          dir="auto"
          maxLength={5_000}
          hint="What buyers read in the shop."
          value={draft.text}
          error={problems.text}
          onChange={({ target }) => change({ text: target.value })}
        />
        <OptionFields draft={draft} problem={optionProblem} onChange={change} />
      </div>
      <div className="grid content-start gap-2">
        {draft.options.length === 0 && (
          <StockField
            label="Stock"
            value={draft.stock}
            error={problems.stock}
            onChange={(stock) => change({ stock })}
          />
        )}
        <div className="grid gap-x-4 sm:grid-cols-2">
          <SelectField
            label="Trade"
            optional
            placeholder="Not chosen"
            choices={tradeChoices}
            value={draft.category ?? ""}
            onChange={({ target }) => change({ category: tradeSlugs.find((slug) => slug === target.value) ?? null })}
          />
          <SelectField
            label="Condition"
            choices={conditions}
            value={draft.condition}
            onChange={({ target }) =>
              change({ condition: conditions.find(({ value }) => value === target.value)?.value ?? "new" })
            }
          />
        </div>
        <TextField
          label="Your own number"
          optional
          hint="Such as the SKU in your books."
          maxLength={60}
          value={draft.sku}
          error={problems.sku}
          onChange={({ target }) => change({ sku: target.value })}
        />
        <TextareaField
          label="Notes"
          optional
          hint="Only you see them."
          maxLength={2_000}
          value={draft.notes}
          error={problems.notes}
          onChange={({ target }) => change({ notes: target.value })}
        />
        {product && <ProductShare product={product} />}
        {product && <PosterButton product={product} />}
        {product && <DeleteProduct product={product} />}
      </div>
      <div
        data-docked=""
        className="sticky bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-20 -mx-4 grid gap-2 border-t border-line bg-ground px-4 py-2 lg:bottom-0 lg:col-span-2 lg:mx-0 lg:px-0 lg:py-3 low:static"
      >
        {saving.problem && (
          <p role="alert" className="text-sm text-clay sm:text-right">
            {saving.problem}
          </p>
        )}
        <div className="flex items-center justify-between gap-4">
          <Switch
            label="In the shop"
            hint={draft.isOnShelf ? "Buyers see it once your shop is open." : "A draft: only you see it."}
            checked={draft.isOnShelf}
            onCheckedChange={(isOnShelf) => change({ isOnShelf })}
            className="min-w-0 grow sm:grow-0"
          />
          <Button type="submit" busy={saving.isPending} className="sm:min-w-40">
            Save
          </Button>
        </div>
      </div>
      {conflict && (
        <ConflictDialog
          mine={draft}
          theirs={draftOf(conflict)}
          onMine={() => {
            const read = readDraft(draft)
            if ("fields" in read) saving.save(read.fields, draft.pictures)
          }}
          onTheirs={() => {
            setDraft(draftOf(conflict))
            saving.takeTheirs()
            if (waiting) void withdraw(queries, userId, waiting.id)
          }}
        />
      )}
    </form>
  )
}

function firstDraft(product: Product | undefined, waiting: OutboxEntry | undefined): Draft {
  const what = waiting?.what
  if (what?.kind === "product") return draftOfWaiting(what.fields, what.product.pictures)
  if (what?.kind === "new-product") return draftOfWaiting(what.fields, what.pictures)
  return product ? draftOf(product) : emptyDraft
}
