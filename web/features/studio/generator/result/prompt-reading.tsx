import type { ReactElement } from "react"

interface WordsTakenProps {
  understood: readonly string[] | null
  ignored: readonly string[] | null
}

/** Which words of the prompt are in the picture and which are not, when the engine tells. */
export function WordsTaken({ understood, ignored }: WordsTakenProps): ReactElement | null {
  const drew = understood?.join(", ")
  const notUsed = ignored?.join(", ")
  if (!drew && !notUsed) return null
  return (
    <p className="text-center text-sm text-balance">
      {drew && (
        <>
          <span className="text-ink-soft">Drew:</span> {drew}.{" "}
        </>
      )}
      {notUsed && (
        <>
          <span className="text-ink-soft">Not used:</span> {notUsed}.
        </>
      )}
    </p>
  )
}
