import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

const server = "http://localhost:3000"

export default defineConfig({
  root: "web",
  plugins: [react(), tailwindcss()],
  build: { outDir: "../dist/web", emptyOutDir: true, manifest: true },
  server: {
    // Pages and calls share some first words (/generations): a page asks for HTML and stays here.
    proxy: Object.fromEntries(
      [
        "/v1",
        "/image-gen",
        "/credits",
        "/generation-orders",
        "/studio",
        "/pictures",
        "/order-previews",
        "/session-info",
        "/operators",
        "/dev/mail",
        "/dev.css",
      ].map((path) => [
        path,
        {
          target: server,
          ws: path === "/v1",
          bypass: (request: { headers: { accept?: string | undefined } }) =>
            path !== "/dev/mail" && request.headers.accept?.includes("text/html") ? "/index.html" : undefined,
        },
      ]),
    ),
  },
})
