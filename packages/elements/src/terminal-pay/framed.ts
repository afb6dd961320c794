// Whether a page of another origin frames this one.

/** True where a frame above this page has another origin, which may read nothing here but can cover it. */
export function isFramed(): boolean {
  try {
    for (let frame: Window = window; frame !== frame.parent; frame = frame.parent) void frame.parent.document
    return false
  } catch {
    return true
  }
}
