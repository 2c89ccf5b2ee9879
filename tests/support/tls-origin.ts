import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

// For these tests only; no client trusts it.
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBhDCCASmgAwIBAgIUbIYGFCphvqBXmN4fWlSqoJgfIfAwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLbWlycm9yLXRlc3QwIBcNMjYxMTIxMDk1MzQ5WhgPMjEyNjEw
MjgwOTUzNDlaMBYxFDASBgNVBAMMC21pcnJvci10ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAE9hXlqFvOUv8+SiP/01HpHZePIcwZBGmp+5TERJrO8dXTnHfH
bzemGEvZ1cRQ+a9V1n+PG34Ur/he74AHutomuaNTMFEwHQYDVR0OBBYEFOFdzjvT
jOphz1+LN7s7XmTquqEnMB8GA1UdIwQYMBaAFOFdzjvTjOphz1+LN7s7XmTquqEn
MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAMACCZA5kWIUTSYJ
rEhl40DAIBa7tXrkubtt3W1zPMYSAiEArng0D1ARtk2yhwr6VfjerAGK/PwmtCId
/MuMvBiDAN4=
-----END CERTIFICATE-----`
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/hA3yRsL6PGgaF//
NWb5S/aNtZiGF8zFmC35RV7y52+hRANCAAT2FeWoW85S/z5KI//TUekdl48hzBkE
aan7lMREms7x1dOcd8dvN6YYS9nVxFD5r1XWf48bfhSv+F7vgAe62ia5
-----END PRIVATE KEY-----`

/** A server whose certificate no client accepts. Returns its address. */
export async function startUntrusted(t: TestContext): Promise<string> {
  const server = createServer({ cert: CERTIFICATE, key: KEY }, (_, response) => response.end('[]'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}
