/** Whether a text is one json value (RFC 8259) with fewer brackets than there may be levels. */
export function isPlainJson(text: string, maxDepth: number): boolean {
  return !hasMore(text, maxDepth) && isJson(text)
}

// More brackets than levels prove nothing: the tokenizer counts levels. Those within strings are counted as well.
function hasMore(text: string, most: number): boolean {
  let left = most
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (--left < 0) return true
  return false
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
