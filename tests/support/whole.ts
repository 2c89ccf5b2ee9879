/** Whether everything is run, as CI does: some fifteen minutes. What is left out otherwise is kept under five, and says so. */
export const WHOLE = process.env.CI === 'true'

/** For the option `skip` of a test that is like another one, or too long for a desk. */
export const IN_CI = WHOLE ? false : 'CI=true npm test runs it'

/** The option `skip` of the test of the `at`th of many that are much alike: a desk runs every so-manyth. */
export function skipAlike(at: number, every: number): string | false {
  return at % every === 0 ? false : IN_CI
}
