// The worker: runs one call after the other. It reads no message while it computes, so a call is cancelled by ending it.
"use strict";

let memory = null;

self.onmessage = ({ data }) => {
  if (data.module) {
    try {
      memory = wasm_bindgen.initSync({ module: data.module }).memory;
      wasm_bindgen.set_language(data.language);
      self.postMessage({ ready: true });
    } catch (error) {
      self.postMessage({ broken: String(error) });
    }
    return;
  }
  const { id, name, args } = data;
  try {
    wasm_bindgen.set_report((text) => self.postMessage({ id, report: JSON.parse(text) }));
    const value = wasm_bindgen[name](...args);
    self.postMessage({ id, value, memory: memory.buffer.byteLength });
  } catch (error) {
    // What is refused is a text. Anything else is a fault, after which the module cannot be trusted.
    if (typeof error === "string") self.postMessage({ id, refused: error });
    else self.postMessage({ id, broken: String(error?.stack ?? error) });
  }
};
