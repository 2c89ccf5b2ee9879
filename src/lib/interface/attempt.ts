/** What `act` returns, or `otherwise` if it throws an error of the expected kind. */
export function attempt<T, Otherwise>(
  otherwise: Otherwise,
  isExpected: (error: unknown) => boolean,
  act: () => T,
): T | Otherwise {
  try {
    return act()
  } catch (error) {
    if (isExpected(error)) return otherwise
    throw error
  }
}
