import type { ReactElement } from "react"
import { type HandoutSlug, handoutFormPath } from "#contract/catalogue/handouts.ts"
import { AddressForm } from "#web/ui/form/address-form.tsx"

interface HandoutFormProps {
  slug: HandoutSlug
  sheet: { title: string; text: string }
}

/** An address for a sheet. */
export function HandoutForm({ slug, sheet }: HandoutFormProps): ReactElement {
  return (
    <section aria-labelledby="ask" className="bg-cloth text-on-cloth">
      <div className="mx-auto grid max-w-page gap-8 px-5 py-16 sm:px-8 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:items-center lg:gap-16">
        <div className="grid max-w-2xl gap-3">
          <h2 id="ask" className="text-3xl">
            {sheet.title}
          </h2>
          <p className="text-lg">{sheet.text}</p>
        </div>
        <AddressForm
          action={handoutFormPath}
          about={{ name: "slug", value: slug }}
          label="Your e-mail"
          button="Mail it to me"
          note="One mail with the sheet, and no list."
          load={async () => {
            const { sendHandout } = await import("./send-sheet.ts")
            return (email) => sendHandout(slug, email)
          }}
          done={(email) => (
            <p role="status" className="border-l-2 border-ochre pl-5 text-lg">
              The sheet is on its way to {email}.
            </p>
          )}
          isOnCloth
        />
      </div>
    </section>
  )
}
