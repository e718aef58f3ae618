import type { ReactElement } from "react"
import { useSearchParams } from "react-router"
import { findStyle } from "#contract/catalogue/styles.ts"
import { messages } from "#contract/messages.ts"
import { StylePicker } from "./style-picker.tsx"
import { TrainingForm } from "./training-form.tsx"

/** /training?mode=&ref=: photos of a product become a model of one's own and its first shoot. */
export function Component(): ReactElement {
  const [parameters] = useSearchParams()
  const style = findStyle(parameters.get("mode") ?? "")
  return (
    <>
      <h1 className="text-3xl">{messages.trainingTitle}</h1>
      <p className="mt-2 mb-8 max-w-measure text-ink-soft">{messages.trainingSubtitle}</p>
      {style ? (
        <TrainingForm key={style.slug} style={style} reference={parameters.get("ref") ?? ""} />
      ) : (
        <StylePicker />
      )}
    </>
  )
}
