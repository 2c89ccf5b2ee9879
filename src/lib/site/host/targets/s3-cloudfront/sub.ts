/** A text with names of the template, which stand between angle brackets: `<Bucket.Arn>/*`. */
export function sub(text: string): object {
  return { 'Fn::Sub': text.replaceAll('<', '${').replaceAll('>', '}') }
}
