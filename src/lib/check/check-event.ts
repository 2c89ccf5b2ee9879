/** The progress of a check. */
export interface CheckEvent {
  readonly phase: 'mirror' | 'origin'
  readonly done: number
  readonly total: number
  readonly bytes: number
  /** The address of the question that was finished. */
  readonly address?: string
}
