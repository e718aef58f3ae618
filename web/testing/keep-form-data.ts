const own = FormData

// In Node the SDK puts another FormData in the place of the browser's, which knows nothing of forms.
Object.defineProperty(globalThis, "FormData", { get: () => own, set: () => {} })
