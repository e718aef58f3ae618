import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, useState } from "react"
import { usualColours } from "#contract/studio/brand-kit.ts"
import type { ShelfPicture } from "#contract/studio/shelf.ts"
import { changeShop, handleDays, maxHandle, type Shop, type ShopFields } from "#contract/studio/shelf-shop.ts"
import { slugOf } from "#contract/studio/shelf-slug.ts"
import { ApiError, messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatMoment } from "#web/lib/format/format.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { shopQuery } from "#web/lib/shelf/shelf.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { Switch } from "#web/ui/form/switch.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { LogoField } from "./logo-field.tsx"

/** A shop of which nothing was said yet. */
const emptyShop: Omit<Shop, "url" | "feedUrl" | "handleFreeAt" | "takenDownFor" | "isNumberProved"> = {
  handle: "",
  name: "",
  logo: null,
  ...usualColours,
  whatsApp: "",
  instagram: "",
  opening: "",
  delivery: "",
  currency: "NGN",
  isPublished: false,
  version: 0,
}

type Draft = typeof emptyShop

const currencies = [
  { value: "NGN", label: "Naira" },
  { value: "USD", label: "Dollars" },
] as const satisfies readonly { value: ShopFields["currency"]; label: string }[]

function isDown(shop: Shop | null): boolean {
  return shop !== null && shop.takenDownFor !== null
}

/** The name in the address that a shop's name proposes. */
function handleOf(name: string): string {
  return slugOf(name.replaceAll(/['’]/g, ""), maxHandle)
}

/** Everything that stands around the products. @param shop null for the first time */
export function ShopForm({ shop }: { shop: Shop | null }): ReactElement {
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Draft>(shop ?? emptyShop)
  /** Until the seller writes another one, the name in the address is that of the shop. */
  const [followsName, setFollowsName] = useState(draft.handle === "")
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const change = (part: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...part }))
    const changed = Object.keys(part)
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !changed.includes(field))))
  }
  const saving = useMutation({
    mutationFn: async ({ logo, ...fields }: Draft) =>
      (await call(changeShop, { body: { ...fields, logo: logo && { source: logo.source, id: logo.id } } })).data,
    onSuccess: (saved) => {
      queries.setQueryData(shopQuery.queryKey, saved)
      setDraft(saved)
      setProblems({})
      notify.success(`Saved. Your shop ${isDown(saved) ? "stays down" : saved.isPublished ? "is open" : "is closed"}.`)
    },
    onError: (error) => setProblems(error instanceof ApiError ? error.fields : {}),
  })
  const save = (event: FormEvent): void => {
    event.preventDefault()
    saving.mutate(draft)
  }
  return (
    <form onSubmit={save} noValidate className="grid gap-x-12 gap-y-2 lg:grid-cols-2">
      {isDown(shop) && (
        <p role="alert" className="mb-4 rounded-card bg-clay-wash p-4 text-clay lg:col-span-2">
          Taken down: {shop?.takenDownFor}
        </p>
      )}
      <div className="grid content-start gap-2">
        <TextField
          label="Name of your shop"
          dir="auto"
          maxLength={60}
          value={draft.name}
          error={problems.name}
          onChange={({ target: { value: name } }) => change(followsName ? { name, handle: handleOf(name) } : { name })}
        />
        <TextField
          label="Its name in the address"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxHandle}
          hint={
            shop?.handleFreeAt
              ? `It can be changed again from ${formatMoment(shop.handleFreeAt)}.`
              : `…/shop/${draft.handle || "name"}. Once your shop is open it changes once in ${handleDays} days.`
          }
          value={draft.handle}
          error={problems.handle}
          onChange={({ target }) => {
            setFollowsName(false)
            change({ handle: target.value.toLowerCase() })
          }}
        />
        <TextField
          label="WhatsApp number"
          optional
          type="tel"
          autoComplete="tel"
          placeholder="0803 123 4567"
          hint="Orders go there. Without it nobody can order."
          value={draft.whatsApp}
          error={problems.whatsApp}
          onChange={({ target }) => change({ whatsApp: target.value })}
        />
        <TextField
          label="Instagram"
          optional
          autoCapitalize="none"
          placeholder="@yourshop"
          value={draft.instagram}
          error={problems.instagram}
          onChange={({ target }) => change({ instagram: target.value })}
        />
        <TextareaField
          label="Opening words"
          optional
          dir="auto"
          maxLength={300}
          value={draft.opening}
          error={problems.opening}
          onChange={({ target }) => change({ opening: target.value })}
        />
      </div>
      <div className="grid content-start gap-2">
        <LogoField
          logo={draft.logo}
          problem={problems.logo}
          onChange={(logo: ShelfPicture | null) => change({ logo })}
        />
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label="Main colour"
            type="color"
            value={draft.brandColour}
            error={problems.brandColour}
            onChange={({ target }) => change({ brandColour: target.value })}
          />
          <TextField
            label="Second colour"
            type="color"
            value={draft.accentColour}
            error={problems.accentColour}
            onChange={({ target }) => change({ accentColour: target.value })}
          />
        </div>
        <Segmented
          label="Prices in"
          choices={currencies}
          value={draft.currency}
          onPick={(currency) => change({ currency })}
          className="pb-6"
        />
        <TextareaField
          label="Delivery"
          optional
          dir="auto"
          hint="Where you send to, how long it takes, what it costs."
          maxLength={1_000}
          value={draft.delivery}
          error={problems.delivery}
          onChange={({ target }) => change({ delivery: target.value })}
        />
      </div>
      <div className="grid gap-3 border-t border-line pt-4 sm:flex sm:items-center sm:justify-between lg:col-span-2">
        <Switch
          label="Open to everybody"
          hint={
            isDown(shop)
              ? "Buyers do not see it: it was taken down."
              : draft.isPublished
                ? "Buyers see what is in the shop."
                : "Closed: only you see it."
          }
          checked={draft.isPublished}
          onCheckedChange={(isPublished) => change({ isPublished })}
        />
        <div className="grid gap-2 sm:flex sm:items-center">
          {saving.isError && (
            <p role="alert" className="text-sm text-clay">
              {messageOf(saving.error, "Your shop could not be saved.")}
            </p>
          )}
          {shop?.isPublished && !isDown(shop) && (
            <a
              href={picturePath(shop.url)}
              target="_blank"
              rel="noopener"
              className={buttonLook({ variant: "secondary" })}
            >
              Look at it
            </a>
          )}
          <Button type="submit" busy={saving.isPending} className="sm:min-w-40">
            Save
          </Button>
        </div>
      </div>
    </form>
  )
}
