/** Bytes with their length before them: a `string` of SSH (RFC 4251, 5). */
export function wireString(bytes: Uint8Array | string): Buffer {
  const content = Buffer.from(bytes)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, content])
}

/** Reads the fields of SSH one after the other (RFC 4251, 5). Every method throws a RangeError at the end of the bytes. */
interface WireReader {
  uint32(): number
  string(): Buffer
  /** As many bytes as they are, without a length before them. */
  take(count: number): Buffer
  /** The bytes that were not read. */
  rest(): Buffer
}

export function openWire(bytes: Buffer): WireReader {
  let at = 0
  const take = (count: number) => {
    if (at + count > bytes.length) throw new RangeError('The bytes end too early.')
    at += count
    return bytes.subarray(at - count, at)
  }
  const uint32 = () => take(4).readUInt32BE()
  return { uint32, string: () => take(uint32()), take, rest: () => bytes.subarray(at) }
}
