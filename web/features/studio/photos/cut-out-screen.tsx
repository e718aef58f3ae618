import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { useSearchParams } from "react-router"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { CutOutView } from "./cut-out-view.tsx"
import { cutOutQuery } from "./refine/cut-out-query.ts"

/** /generations/cut-out: one cut-out that was made before, to be compared, mended and put before a ground. */
export function Component(): ReactElement {
  const [parameters] = useSearchParams()
  const id = parameters.get("picture") ?? ""
  const { data, error } = useQuery({ ...cutOutQuery(id), enabled: id !== "" })
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-6">
      <header>
        <h1 className="text-3xl">Cut-out</h1>
        <p className="mt-2 text-ink-soft">Compare it with its photo, refine its edge, and choose what is behind it.</p>
      </header>
      {data ? (
        <section aria-label="Cut-out" className="grid gap-4 rounded-card border border-line bg-surface p-3 sm:p-5">
          <CutOutView
            {...data}
            url={picturePath(data.url)}
            photoUrl={data.photoUrl && picturePath(data.photoUrl)}
            startsRefining={parameters.has("refine")}
          />
        </section>
      ) : error || id === "" ? (
        <div role="alert" className="grid justify-items-start gap-4">
          <p>{messageOf(error, "This cut-out does not exist.")}</p>
          <LinkButton to="/photo-gallery">Your gallery</LinkButton>
        </div>
      ) : (
        <Progress label="Loading" />
      )}
    </div>
  )
}
