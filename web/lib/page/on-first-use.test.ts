import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { bringAllIntoView } from "#web/testing/in-view.ts"
import { whenUsed } from "./on-first-use.ts"

let opened: number
let finish: (isDone: boolean) => Promise<void>
let pressed: string[]

const frame = `<a href="#place">Place</a><button popovertarget="menu">Menu</button><button>Dark</button>`

function showPage(content = ""): void {
  document.body.innerHTML = `${frame}<main>${content}</main>`
  whenUsed(() => {
    opened++
    return new Promise((resolve, reject) => {
      finish = async (isDone) => {
        isDone ? resolve() : reject(new Error("The line broke."))
        await new Promise((next) => setTimeout(next))
      }
    })
  })
}

beforeEach(() => {
  opened = 0
  pressed = []
  bringAllIntoView()
})

afterEach(async () => {
  // Whatever a test left open is opened, which takes the listeners away.
  if (opened === 0) dispatchEvent(new KeyboardEvent("keydown"))
  await finish(true)
  // What was typed is repeated in two more steps.
  for (let step = 0; step < 2; step++) await new Promise((next) => setTimeout(next))
  vi.unstubAllGlobals()
})

function control(name: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>("a, button")].find(({ textContent }) => textContent === name)
  if (!found) throw new Error(`There is no ${name}.`)
  return found
}

function move(pointerType: string, movementX: number): void {
  const by = { pointerType, movementX, movementY: 0 }
  document.body.dispatchEvent(Object.assign(new Event("pointermove", { bubbles: true }), by))
}

test.each([
  ["following a link", () => control("Place").click()],
  ["opening the browser's own menu", () => control("Menu").click()],
  ["scrolling with a finger", () => move("touch", 3)],
  ["a page that comes up under a mouse at rest", () => move("mouse", 0)],
])("%s needs no code", (_, act) => {
  showPage()
  act()
  expect(opened).toBe(0)
})

test.each([
  ["a mouse that moves", () => move("mouse", 3)],
  ["a key", () => document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true }))],
  ["a press on a control", () => control("Dark").click()],
])("%s opens the page, once", (_, act) => {
  showPage()
  act()
  act()
  expect(opened).toBe(1)
})

test.each([
  ["words and a slider", `<p>Words</p><input type="range">`, 0],
  ["a choice near the window", `<input type="radio">`, 1],
  ["something still to come near the window", `<div role="status"></div>`, 1],
])("content of %s is opened by itself or not", async (_, content, times) => {
  showPage(content)
  await new Promise((next) => setTimeout(next))
  expect(opened).toBe(times)
})

test("a slider moves its divider before anything is loaded", () => {
  showPage(`<div id="box"><input type="range" value="70"></div>`)
  document.querySelector("input")?.dispatchEvent(new Event("input", { bubbles: true }))
  expect(document.getElementById("box")?.style.getPropertyValue("--split")).toBe("70%")
})

test("a text typed before the page is alive is heard when it is, whatever became of the field", async () => {
  showPage(`<textarea></textarea>`)
  const field = document.querySelector("textarea")
  if (!field) throw new Error("There is no field.")
  field.value = "A mug"
  field.dispatchEvent(new Event("input", { bubbles: true }))
  field.value = ""
  const heard: string[] = []
  field.addEventListener("input", () => heard.push(field.value))
  await finish(true)
  expect(heard).toEqual(["A mug"])
})

test("a press while what was typed is repeated waits until all of it is", async () => {
  showPage(`<input><button>Send</button>`)
  const field = document.querySelector("input")
  if (!field) throw new Error("There is no field.")
  field.value = "Nigeria"
  field.dispatchEvent(new Event("input", { bubbles: true }))
  const heard: string[] = []
  field.addEventListener("focusout", () => heard.push("left"))
  control("Send").addEventListener("click", () => heard.push("sent"))
  await finish(true)
  control("Send").click()
  await vi.waitFor(() => expect(heard).toHaveLength(2))
  expect(heard).toEqual(["left", "sent"])
})

test("a press before the page is alive counts when it is", async () => {
  showPage()
  control("Dark").click()
  control("Dark").addEventListener("click", () => pressed.push("Dark"))
  expect(pressed).toEqual([])
  await finish(true)
  expect(pressed).toEqual(["Dark"])
  control("Dark").click()
  expect(pressed).toEqual(["Dark", "Dark"])
})

test("after a failure the next press tries again, and both count", async () => {
  showPage()
  control("Dark").click()
  await finish(false)
  control("Dark").addEventListener("click", () => pressed.push("Dark"))
  control("Dark").click()
  expect(opened).toBe(2)
  await finish(true)
  expect(pressed).toEqual(["Dark", "Dark"])
})

test("a page that says what the server decides asks at once, when the page itself is there", () => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  )
  showPage('<p data-asks="at-once">Dates</p>')
  expect(opened).toBe(1)
})

test("one that says nothing of the kind stays as it is", () => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  )
  showPage("<p>Words</p>")
  expect(opened).toBe(0)
})
