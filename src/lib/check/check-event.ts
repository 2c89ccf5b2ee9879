/** What a check says while it runs. */
export interface CheckEvent {
  readonly phase: 'mirror' | 'origin'
  readonly done: number
  readonly total: number
  readonly bytes: number
  /** The address that was asked, for each that is done. */
  readonly address?: string
}
