import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { type ComponentProps, useState } from "react"
import { afterEach, expect, test } from "vitest"
import { Dropzone } from "./dropzone.tsx"

afterEach(cleanup)

const photo = new File([new Uint8Array(50)], "jar.png", { type: "image/png" })
const text = new File(["notes"], "notes.txt", { type: "text/plain" })

function Zone(props: Partial<ComponentProps<typeof Dropzone>>) {
  const [names, setNames] = useState<string[]>([])
  return (
    <>
      <Dropzone label="Photos" {...props} onFiles={(files) => setNames(files.map((file) => file.name))} />
      <output>{names.join(" ")}</output>
    </>
  )
}

function choose(...files: File[]): void {
  fireEvent.change(screen.getByLabelText("Photos"), { target: { files } })
}

test.each<[string, Partial<ComponentProps<typeof Dropzone>>, File[], string]>([
  ["a wrong type", { accept: { "image/png": [] } }, [text], "notes.txt: File type must be image/png"],
  [
    "one of no given types",
    { accept: { "image/png": [".png"] } },
    [text],
    "notes.txt: File type must be one of image/png, .png",
  ],
  [
    "what is no photo",
    { accept: { "image/jpeg": [".jpg", ".jpeg"], "image/png": [".png"], "image/webp": [".webp"] } },
    [text],
    "notes.txt: File type must be a photo, such as JPEG or PNG",
  ],
  ["a large file", { maxBytes: 20 }, [photo], "jar.png: File is larger than 20 bytes"],
  ["a small file", { minBytes: 5_242_880 }, [photo], "jar.png: File is smaller than 5242880 bytes"],
])("refuses %s in the fixed words", async (_, limits, files, message) => {
  render(<Zone {...limits} />)
  choose(...files)
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(message))
  expect(screen.getByRole("status").textContent).toBe("")
})

test("takes the good files, names the bad one, and lets a screen use its own words", async () => {
  render(<Zone accept={{ "image/*": [] }} describe={(file) => `${file.name} is not a supported file type`} />)
  choose(photo, text)
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("jar.png"))
  expect(screen.getByRole("alert").textContent).toBe("notes.txt is not a supported file type")
})

test("takes as many as it may and refuses the rest", async () => {
  render(<Zone maxFiles={2} />)
  choose(photo, text, new File(["x"], "third.txt"))
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Too many files"))
  expect(screen.getByRole("status").textContent).toBe("jar.png notes.txt")
})

test("forgets old refusals when good files come", async () => {
  render(<Zone maxBytes={60} />)
  choose(new File([new Uint8Array(90)], "big.png"))
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("File is larger than 60 bytes"))
  choose(photo)
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(""))
})

test("takes a file without a known name for what it holds, and refuses the rest as before", async () => {
  const holdsAccepted = async (file: File) => (await file.text()).startsWith("JPEG")
  render(<Zone accept={{ "image/jpeg": [".jpg"] }} holdsAccepted={holdsAccepted} maxBytes={60} maxFiles={2} />)
  choose(new File(["JPEG one"], "IMG_0001"), text)
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("IMG_0001"))
  expect(screen.getByRole("alert").textContent).toBe("notes.txt: File type must be a photo, such as JPEG or PNG")
  choose(new File(["JPEG".repeat(20)], "large.Ọ̀rọ̀"))
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("File is larger than 60 bytes"))
})
