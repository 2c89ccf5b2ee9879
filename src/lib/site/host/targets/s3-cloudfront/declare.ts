/** Constants as a function of CloudFront begins with them. */
export function declare(constants: Readonly<Record<string, unknown>>): string {
  return Object.entries(constants)
    .map(([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
}
