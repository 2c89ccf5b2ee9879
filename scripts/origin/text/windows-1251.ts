const BYTES = new Map(
  [...new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))]
    .map((char, byte) => [char, byte] as const)
    // 0x98 is not assigned; only browsers decode it.
    .filter(([, byte]) => byte !== 0x98),
)

const ASCII = /^[\u0000-\u007f]*$/

/** Encodes XML as windows-1251; other characters become character references. Names of elements and attributes must not contain any. */
export function encodeWindows1251(xml: string): Buffer {
  if (ASCII.test(xml)) return Buffer.from(xml, 'latin1')
  const bytes: number[] = []
  for (const char of xml) {
    const byte = BYTES.get(char)
    if (byte === undefined) bytes.push(...Buffer.from(`&#${char.codePointAt(0)};`))
    else bytes.push(byte)
  }
  return Buffer.from(bytes)
}
