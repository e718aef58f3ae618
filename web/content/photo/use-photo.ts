import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { messages } from "#contract/messages.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { PhotoProblem, preparePhoto } from "#web/lib/photos/prepare-photo.ts"
import type { PhotoPlace, StoredPhoto } from "#web/lib/photos/stored-photos.ts"
import { uploadPicture } from "#web/lib/photos/upload-picture.ts"
import { usePhotoKeeper } from "#web/lib/photos/use-stored-photos.ts"
import { useSession } from "#web/lib/session/session.ts"
import { readsHeicAt } from "#web/lib/studio/studio-query.ts"
import { cancelled } from "#web/lib/uploads/send-file.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

/** One photo on its way to the server, or there. */
export interface Photo {
  name: string
  /** Address to show it from. */
  shownAt: string
  /** Pixels; 0 until they are known. */
  width: number
  height: number
  /** 0 for a picture that is kept here already. */
  byteSize: number
  state: "reading" | "uploading" | "paused" | "uploaded" | "failed"
  /** 0 to 1, while uploading. */
  share: number
  /** Its address on the server, once it is there. */
  address: string | undefined
  /** Whether it was chosen on an earlier visit. */
  isFromBefore?: boolean | undefined
  problem: string | undefined
  /** Whether the line is gone; the upload goes on by itself. */
  isWaiting?: boolean | undefined
  /** Bytes of the photo that was chosen, where a lighter copy goes in its place. */
  originalBytes?: number | undefined
}

/** The photo of a tool's screen. */
export interface ChosenPhoto {
  photo: Photo | undefined
  choose: (file: File) => void
  /** Takes a picture that is kept here already. */
  pick: (address: string, name: string) => void
  /** Uploads again what broke off, or goes on with what was paused: from where it was. */
  retry: () => void
  pause: () => void
  /** Sends the photo as it was chosen in place of its lighter copy. */
  sendOriginal: () => void
  /** Cancels the upload, or takes the photo away. */
  clear: () => void
  /** The photo as it is sent, while it is not there yet. */
  ready: File | undefined
  /** It has been used: it need not wait on this device any more. */
  forgetStored: () => void
}

/**
 * Reads and uploads the chosen photo at once.
 * @param start address of a picture to begin with
 * @param place where it waits on this device until it is used; absent: nowhere
 * @param keepsSize whether it goes as it is, however large
 */
export function useChosenPhoto(
  start: string | undefined,
  place?: PhotoPlace,
  { keepsSize = false }: { keepsSize?: boolean } = {},
): ChosenPhoto {
  const [photo, setPhoto] = useState<Photo | undefined>(() => (start === undefined ? undefined : storedPhoto(start)))
  const queries = useQueryClient()
  const upload = useRef<AbortController>(undefined)
  const chosen = useRef<{ file: File; isLighter: boolean }>(undefined)
  const [ready, setReady] = useState<File>()
  const { id } = useSession()
  const keeper = usePhotoKeeper(id, place, ([kept]) => kept && restore(kept))

  useEffect(() => () => upload.current?.abort(), [])
  useEffect(() => {
    const address = photo?.shownAt
    return () => {
      if (address?.startsWith("blob:")) URL.revokeObjectURL(address)
    }
  }, [photo?.shownAt])
  useEffect(() => {
    if (start !== undefined) void measure(start).then((size) => setPhoto((old) => withSize(old, start, size ?? {})))
  }, [start])

  const restore = ({ key, name, file, address }: StoredPhoto & { key: string }): void => {
    // Whatever was chosen meanwhile, or is named by the address of the page, goes first.
    if (photo) return
    if (address) {
      setPhoto({ ...storedPhoto(address), name, isFromBefore: true })
      // It may have been deleted since, or be out of reach just now.
      void measure(address).then((size) => setPhoto((old) => withSize(old, address, size)))
    } else if (file) void send(file, key)
  }

  /** @param key under which it waits here since before */
  const send = async (file: File, key?: string, isLighter = !keepsSize): Promise<void> => {
    upload.current?.abort(cancelled)
    const abort = new AbortController()
    upload.current = abort
    chosen.current = { file, isLighter }
    const storedAs = key ?? keeper.newKey()
    setReady(undefined)
    const keepNew = async (): Promise<void> => {
      await keeper.forgetAll()
      if (!abort.signal.aborted) await keeper.keep(storedAs, { name: file.name, file })
    }
    if (key === undefined) void keepNew()
    const change = (part: Partial<Photo>): void => {
      if (!abort.signal.aborted) setPhoto((old) => old && { ...old, ...part })
    }
    setPhoto({
      name: file.name,
      shownAt: URL.createObjectURL(file),
      width: 0,
      height: 0,
      byteSize: file.size,
      state: "reading",
      share: 0,
      address: undefined,
      problem: undefined,
      isFromBefore: key !== undefined,
    })
    try {
      const prepared = await preparePhoto(file, () => readsHeicAt(queries), { isLighter })
      if (abort.signal.aborted) return
      const { width, height } = prepared
      setReady(prepared.file)
      change({
        width,
        height,
        byteSize: prepared.file.size,
        originalBytes: prepared.originalBytes,
        state: "uploading",
        ...(prepared.file !== file && { shownAt: URL.createObjectURL(prepared.file) }),
      })
      const hosted = await uploadPicture(queries, prepared.file, {
        signal: abort.signal,
        onShare: (share) => change({ share }),
        onWaiting: (isWaiting) => change({ isWaiting }),
      })
      const address = hosted.secure_url
      change({ state: "uploaded", share: 1, address })
      if (!abort.signal.aborted) setReady(undefined)
      if (!abort.signal.aborted) void keeper.keep(storedAs, { name: file.name, address })
      // The server made a picture of it that this browser can show.
      if (width === 0) change({ width: hosted.width, height: hosted.height, byteSize: hosted.bytes, shownAt: address })
      if (!abort.signal.aborted) notify.success(messages.imageUploaded)
    } catch (error) {
      if (abort.signal.aborted) return
      const problem = messageOf(error, messages.uploadFailed)
      change({ state: "failed", problem })
      // It would fail in the same way the next time.
      if (error instanceof PhotoProblem) void keeper.forgetAll()
      notify.error(error instanceof PhotoProblem ? problem : messages.uploadFailed)
    }
  }

  return {
    photo,
    ready,
    choose: (file) => void send(file),
    pick: (address, name) => {
      upload.current?.abort(cancelled)
      void keeper.forgetAll()
      setPhoto({ ...storedPhoto(address), name })
    },
    retry: () => {
      if (chosen.current) void send(chosen.current.file, undefined, chosen.current.isLighter)
    },
    pause: () => {
      upload.current?.abort()
      setPhoto((old) => old && { ...old, state: "paused" })
    },
    sendOriginal: () => {
      if (chosen.current) void send(chosen.current.file, undefined, false)
    },
    clear: () => {
      upload.current?.abort(cancelled)
      void keeper.forgetAll()
      setReady(undefined)
      setPhoto(undefined)
    },
    forgetStored: () => void keeper.forgetAll(),
  }
}

function storedPhoto(address: string): Photo {
  return {
    name: "Your picture",
    shownAt: address,
    width: 0,
    height: 0,
    byteSize: 0,
    state: "uploaded",
    share: 1,
    address,
    problem: undefined,
  }
}

/** @returns the photo with its size, gone without one; another photo as it is */
function withSize(photo: Photo | undefined, address: string, size: Partial<Size> | null): Photo | undefined {
  if (photo?.address !== address) return photo
  return size ? { ...photo, ...size } : undefined
}

/** In pixels. */
type Size = Pick<Photo, "width" | "height">

/** The size of a picture that is kept here. */
function measure(address: string): Promise<Size | null> {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight })
    image.onerror = () => resolve(null)
    image.src = address
  })
}
