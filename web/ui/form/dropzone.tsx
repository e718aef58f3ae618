import { ImageUp } from "lucide-react"
import { type ReactElement, type ReactNode, useId, useState } from "react"
import { type FileRejection, useDropzone } from "react-dropzone"
import { classNames } from "#web/ui/theme/class-names.ts"
import { describeRefusal, type Limits } from "./file-refusal.ts"

interface DropzoneProps extends Limits {
  label: string
  hint?: ReactNode | undefined
  /** Only the accepted ones. */
  onFiles: (files: File[]) => void
  /** Most files in one go; 1 lets the person pick a single one. No limit when absent. */
  maxFiles?: number | undefined
  /** Whether a file whose name and type say nothing known is one of the accepted kinds all the same, by what it holds. */
  holdsAccepted?: ((file: File) => Promise<boolean>) | undefined
  /** Says why a file was refused, instead of the standard words. */
  describe?: ((file: File) => string) | undefined
  /** Something that is wrong with the files as a whole. */
  error?: string | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

/** Takes files by dropping or picking. What is refused is named with the reason under the box. */
export function Dropzone(props: DropzoneProps): ReactElement {
  const {
    label,
    hint,
    onFiles,
    maxFiles,
    holdsAccepted,
    describe,
    error,
    disabled = false,
    className,
    ...limits
  } = props
  const [refused, setRefused] = useState<readonly FileRejection[]>([])
  const id = useId()
  const { getRootProps, getInputProps, isDragActive, isDragReject } = useDropzone({
    ...(limits.accept && { accept: limits.accept }),
    ...(limits.minBytes !== undefined && { minSize: limits.minBytes }),
    ...(limits.maxBytes !== undefined && { maxSize: limits.maxBytes }),
    ...(maxFiles !== undefined && { maxFiles }),
    multiple: maxFiles !== 1,
    disabled,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejections) => {
      const take = (files: File[], others: FileRejection[]): void => {
        setRefused(others)
        if (files.length > 0) onFiles(maxFiles === undefined ? files : files.slice(0, maxFiles))
      }
      if (!holdsAccepted || rejections.length === 0) take(accepted, rejections)
      else
        void sortByContent(rejections, holdsAccepted).then(([files, others]) => take([...accepted, ...files], others))
    },
  })
  return (
    <div className={className}>
      <div
        {...getRootProps()}
        className={classNames(
          "relative grid min-h-44 place-items-center rounded-card border-2 border-dashed border-line-strong bg-surface p-6 text-center transition-colors",
          "has-enabled:hover:border-indigo has-enabled:hover:bg-indigo-wash has-disabled:opacity-55",
          "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo",
          isDragActive && "border-indigo bg-indigo-wash",
          isDragReject && "border-clay bg-clay-wash",
        )}
      >
        <input
          {...getInputProps({
            id,
            "aria-describedby": `${id}-hint ${id}-refused`,
            // Lies over the whole box, seen by keyboard and screen reader, so that the box is one real file control.
            style: undefined,
            "aria-label": undefined,
            tabIndex: 0,
            disabled,
            className: "absolute inset-0 z-10 cursor-pointer opacity-0 file:cursor-pointer disabled:cursor-not-allowed",
          })}
        />
        <div className="grid justify-items-center gap-2">
          <ImageUp aria-hidden="true" className="size-8 text-indigo" />
          <label htmlFor={id} className="font-medium">
            {label}
          </label>
          <p id={`${id}-hint`} className="text-sm text-ink-soft">
            {hint ?? "Drop here, or press to choose"}
          </p>
        </div>
      </div>
      <div id={`${id}-refused`} role="alert" className="min-h-6 pt-1 text-sm text-clay">
        {error && <p>{error}</p>}
        {refused.map(({ file, errors }) => (
          <p key={`${file.name}-${file.size}`}>
            {describe ? describe(file) : errors.map(({ code }) => describeRefusal(code, file.name, limits)).join(" ")}
          </p>
        ))}
      </div>
    </div>
  )
}

/** @returns what is taken for what it holds, and what stays refused */
async function sortByContent(
  rejections: readonly FileRejection[],
  holdsAccepted: (file: File) => Promise<boolean>,
): Promise<[File[], FileRejection[]]> {
  const taken: File[] = []
  const others: FileRejection[] = []
  for (const rejection of rejections) {
    const isOnlyUnknown = rejection.errors.every(({ code }) => code === "file-invalid-type")
    if (isOnlyUnknown && (await holdsAccepted(rejection.file))) taken.push(rejection.file)
    else others.push(rejection)
  }
  return [taken, others]
}
