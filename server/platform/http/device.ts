import { UAParser } from "ua-parser-js"
import type { Session } from "#contract/identity/account.ts"

/** What a browser says of itself, in the words of the hosted backend (docs/hosted-backend.md#account-records). Unknown parts are "". */
type Device = Pick<
  Session,
  | "osCode"
  | "osName"
  | "osVersion"
  | "clientType"
  | "clientCode"
  | "clientName"
  | "clientVersion"
  | "clientEngine"
  | "clientEngineVersion"
  | "deviceName"
  | "deviceBrand"
  | "deviceModel"
>

interface Known {
  code: string
  name: string
}

/** Short codes of the Matomo device detector for the browsers people use, by the name our library gives them. */
const clients: Readonly<Record<string, Known>> = {
  Chrome: { code: "CH", name: "Chrome" },
  "Mobile Chrome": { code: "CM", name: "Chrome Mobile" },
  "Chrome Headless": { code: "HC", name: "Headless Chrome" },
  "Chrome WebView": { code: "CV", name: "Chrome Webview" },
  Chromium: { code: "CR", name: "Chromium" },
  Firefox: { code: "FF", name: "Firefox" },
  "Mobile Firefox": { code: "FM", name: "Firefox Mobile" },
  Safari: { code: "SF", name: "Safari" },
  "Mobile Safari": { code: "MF", name: "Mobile Safari" },
  Edge: { code: "PS", name: "Microsoft Edge" },
  Opera: { code: "OP", name: "Opera" },
  "Opera Mini": { code: "OI", name: "Opera Mini" },
  "Opera Mobi": { code: "OM", name: "Opera Mobile" },
  "Opera Touch": { code: "OT", name: "Opera Touch" },
  "Opera GX": { code: "OG", name: "Opera GX" },
  "Samsung Internet": { code: "SB", name: "Samsung Browser" },
  "Android Browser": { code: "AN", name: "Android Browser" },
  UCBrowser: { code: "UC", name: "UC Browser" },
  Brave: { code: "BR", name: "Brave" },
  Vivaldi: { code: "VI", name: "Vivaldi" },
  "MIUI Browser": { code: "MU", name: "MIUI Browser" },
  IE: { code: "IE", name: "Internet Explorer" },
}

const systems: Readonly<Record<string, Known>> = {
  Windows: { code: "WIN", name: "Windows" },
  "Mac OS": { code: "MAC", name: "Mac" },
  Linux: { code: "LIN", name: "GNU/Linux" },
  Ubuntu: { code: "UBT", name: "Ubuntu" },
  Debian: { code: "DEB", name: "Debian" },
  Fedora: { code: "FED", name: "Fedora" },
  Android: { code: "AND", name: "Android" },
  iOS: { code: "IOS", name: "iOS" },
  "Chromium OS": { code: "COS", name: "Chrome OS" },
  "Chrome OS": { code: "COS", name: "Chrome OS" },
  KaiOS: { code: "KOS", name: "KaiOS" },
  HarmonyOS: { code: "HAR", name: "HarmonyOS" },
}

const devices: Readonly<Record<string, string>> = {
  mobile: "smartphone",
  tablet: "tablet",
  console: "console",
  smarttv: "tv",
  wearable: "wearable",
}

/** @returns what the header tells; a browser without a device name of its own counts as a desktop */
export function describeDevice(userAgent: string): Device {
  const { browser, os, engine, device } = new UAParser(userAgent).getResult()
  const mobileName = `Mobile ${browser.name}`
  const client = known(clients, device.type && Object.hasOwn(clients, mobileName) ? mobileName : browser.name)
  const system = known(systems, os.name)
  const isBrowser = client.name !== ""
  return {
    osCode: system.code,
    osName: system.name,
    osVersion: system.name ? (os.version ?? "") : "",
    clientType: isBrowser ? "browser" : "",
    clientCode: client.code,
    clientName: client.name,
    clientVersion: isBrowser ? (browser.version ?? "").split(".").slice(0, 2).join(".") : "",
    clientEngine: engine.name ?? "",
    clientEngineVersion: engine.version ?? "",
    deviceName: devices[device.type ?? ""] ?? (isBrowser ? "desktop" : ""),
    deviceBrand: device.vendor ?? "",
    deviceModel: device.model ?? "",
  }
}

/** One that has no code here is shown by its name. */
function known(table: Readonly<Record<string, Known>>, name: string | undefined): Known {
  if (!name) return { code: "", name: "" }
  return (Object.hasOwn(table, name) ? table[name] : undefined) ?? { code: "", name }
}
