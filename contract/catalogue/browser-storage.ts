/** Where in a browser something is kept: cookies go with requests, the rest stays where it is. */
export type BrowserPlace = "cookie" | "local" | "session" | "database" | "files"

/** One thing that the product keeps in somebody's browser. */
export interface BrowserStorageEntry {
  place: BrowserPlace
  /** Its name as a browser's own tools show it; "…" stands for what differs. */
  name: string
  /** What it is for, as a sentence. */
  purpose: string
  /** How long it stays, in words. */
  until: string
}

const untilSignOut = "Until you sign out."
const untilTabCloses = "Until you sign out or close the tab."

/** Everything the product keeps in browsers: the page of the terms shows it, and a test finds what is missing here. */
export const browserStorage: readonly BrowserStorageEntry[] = [
  {
    place: "cookie",
    name: "a_session_aworan",
    until:
      "One year after you signed in, or after an app that you use prolonged it. It ends sooner when you sign out, when another device sets a new password, or after ten newer sign-ins; after an hour while a second step is missing.",
    purpose: "Keeps you signed in.",
  },
  {
    place: "cookie",
    name: "a_session_aworan_legacy",
    until: "As long as the one above.",
    purpose: "The same, for browsers that refuse the first.",
  },
  {
    place: "cookie",
    name: "aworan_device",
    until: "One year. It stays when you sign out.",
    purpose: "Knows this device again, so that you get in while somebody else is guessing your password.",
  },
  {
    place: "cookie",
    name: "oauth2_…",
    until: "10 minutes, or until you are back.",
    purpose: "Ties a sign-in with another provider to this browser while you are at its page.",
  },
  {
    place: "cookie",
    name: "aworan_passkey",
    until: "20 minutes.",
    purpose: "Ties a sign-in with a passkey to the browser that asked for it. It is given with the form of signing in.",
  },
  {
    place: "cookie",
    name: "aworan_try",
    until: "7 days, or until your account has the picture.",
    purpose: "Finds the free picture again that you drew as a visitor.",
  },
  {
    place: "cookie",
    name: "aworan_invite",
    until: "One year.",
    purpose: "Says that an invitation was made or taken in this browser, and no more.",
  },
  {
    place: "local",
    name: "cookieFallback",
    until: untilSignOut,
    purpose: "Says that somebody is signed in here, so that pages open without asking first.",
  },
  {
    place: "local",
    name: "signOutToSend",
    until: "Until our server has heard of it.",
    purpose: "Says that you signed out without a connection, so that nobody gets in.",
  },
  {
    place: "local",
    name: "user_country_code",
    until: untilSignOut,
    purpose: "The country you signed in from, to choose naira or dollars.",
  },
  { place: "local", name: "currency", until: untilSignOut, purpose: "The currency you picked." },
  { place: "local", name: "last_shape", until: untilSignOut, purpose: "The shape of your last picture." },
  {
    place: "local",
    name: "has_try",
    until: "Until your account has the picture, or you sign out.",
    purpose: "Says that a visitor's free picture was begun here.",
  },
  {
    place: "local",
    name: "invitation",
    until: "Until you have an account, or sign out.",
    purpose: "The code of the invitation you followed.",
  },
  {
    place: "local",
    name: "upload-…",
    until: "Until the file is up, for a day at most, or until you sign out.",
    purpose: "Knows an upload again that broke off, so that it goes on from where it was.",
  },
  {
    place: "local",
    name: "last_draft",
    until: "Until you sign out, or somebody else signs in here.",
    purpose: "What you filled in for a picture last, for the next tab.",
  },
  {
    place: "local",
    name: "assessment-…",
    until: "Until you hand in, or sign out.",
    purpose: "Your answers in an assessment of the academy.",
  },
  {
    place: "session",
    name: "my-photo",
    until: untilTabCloses,
    purpose: "Knows that a photo you chose goes along from page to page.",
  },
  {
    place: "session",
    name: "theme",
    until: untilTabCloses,
    purpose: "Light or dark, where you chose; your account keeps it too.",
  },
  {
    place: "session",
    name: "album_choice",
    until: untilTabCloses,
    purpose: "The album that the pictures you make go into.",
  },
  {
    place: "session",
    name: "studio_draft",
    until: untilTabCloses,
    purpose: "What you filled in for a picture and have not sent.",
  },
  {
    place: "session",
    name: "words:…",
    until: untilTabCloses,
    purpose: "Words you typed in other places and have not sent.",
  },
  {
    place: "session",
    name: "mail_rest:…",
    until: untilTabCloses,
    purpose: "When a mail with a link was sent last, and to which address, so that you see when it can be sent again.",
  },
  {
    place: "session",
    name: "training-url",
    until: untilTabCloses,
    purpose: "The page of the own model you last drew with.",
  },
  {
    place: "session",
    name: "react-router-scroll-positions",
    until: untilTabCloses,
    purpose: "How far down you were on each page, for the way back.",
  },
  {
    place: "database",
    name: "kept-for-offline",
    until: untilSignOut,
    purpose:
      "Copies for reading without a connection: what the studio, your galleries and your shelf showed last, with up to 200 small pictures; lessons with words, pictures, files you asked for, your answers, and what you did offline. What you ordered or changed without a connection, until it is sent. Photos you chose or shared from another app and have not used, words shared with them, and files of a task you have not handed in, for a day. Only the names of lessons that were done and not sent yet wait for your return.",
  },
  {
    place: "files",
    name: "shared-with-us",
    until: "Until the page that asks what becomes of it has opened, or you sign out.",
    purpose: "Photos and words that you shared with the installed app from another one.",
  },
  {
    ...{
      place: "files",
      name: "learner-portal-…",
      until: "Until a new version replaces them, or you clear the browser.",
    },
    purpose: "The pages of the studio and the learner portal, without anything of yours.",
  },
]
