import { expect, test } from "vitest"
import { emailSamples } from "./email-samples.ts"

const publicUrl = "https://studio.example.com"

/** What a letter must never show: a value that was missing, or the name of one. */
const slips = /undefined|\bnull\b|NaN|Invalid Date|\[object|\$\{|\{\{/

test.each(Object.entries(emailSamples(publicUrl)))("the letter %s is whole, as text and as HTML", (_, letter) => {
  const { subject, text, html } = letter
  expect(subject).toMatch(/^\S.{5,120}$/)
  expect(html).toMatch(/^<!doctype html>/)
  const read = html.replace(/<style>.*?<\/style>/s, "").replaceAll(/<[^>]+>/g, " ")
  for (const words of [subject, text, read]) {
    expect(words).not.toMatch(slips)
    expect(words.trim().length).toBeGreaterThan(5)
  }
  // Pictures from elsewhere would tell who reads it, and links lead to this installation or where the letter was told to.
  expect(html).not.toMatch(/<img|url\(/)
  for (const [, link] of html.matchAll(/href="([^"]*)"/g))
    expect(link).toMatch(/^https:\/\/(studio|meet)\.example\.com\//)
})
