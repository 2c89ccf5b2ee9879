/** Whether everything is run, as CI does: some fifteen minutes. What is left out otherwise is kept under five, and says so. */
export const WHOLE = process.env.CI === 'true'

/** For the option `skip` of a test that is like another one, or too long for a desk. */
export const IN_CI = WHOLE ? false : 'CI=true npm test runs it'
