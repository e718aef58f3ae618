import { expect, test } from "vitest"
import { describeDevice } from "./device.ts"

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
    {
      osCode: "WIN",
      osName: "Windows",
      osVersion: "10",
      clientType: "browser",
      clientCode: "CH",
      clientName: "Chrome",
      clientVersion: "126.0",
      clientEngine: "Blink",
      clientEngineVersion: "126.0.0.0",
      deviceName: "desktop",
    },
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-A146B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
    {
      osCode: "AND",
      osVersion: "14",
      clientCode: "CM",
      deviceName: "smartphone",
      deviceBrand: "Samsung",
      deviceModel: "SM-A146B",
    },
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    {
      osCode: "IOS",
      osVersion: "17.5",
      clientCode: "MF",
      deviceName: "smartphone",
      deviceBrand: "Apple",
      deviceModel: "iPhone",
    },
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0",
    { osCode: "MAC", clientCode: "FF", clientEngine: "Gecko", deviceName: "desktop" },
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.68",
    { clientCode: "PS", clientName: "Microsoft Edge", clientVersion: "126.0" },
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
    { deviceName: "tablet", deviceModel: "iPad" },
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
    { osCode: "LIN" },
  ],
  ["constructor/1 __proto__", { osCode: "", clientType: "", clientCode: "", deviceName: "" }],
  ["", { osCode: "", osName: "", clientCode: "", clientName: "", clientVersion: "", deviceName: "", deviceModel: "" }],
])("reads %s", (userAgent, parts) => {
  expect(describeDevice(userAgent)).toMatchObject(parts)
})
