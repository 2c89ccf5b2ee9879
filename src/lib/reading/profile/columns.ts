import { own } from '../text/own.ts'
import type { Column, ReadRecord } from '../types.ts'
import { ColumnProfile } from './column.ts'
import type { Budget } from './distinct.ts'
import { findPlaces } from './place.ts'

const MAX_COLUMNS = 2000
const MAX_CHARS = 64_000_000

/** Profiles all columns of a document, in the order they first occur. Memory is bounded, whatever the number of records. */
export class ColumnProfiles {
  readonly #profiles = new Map<string, ColumnProfile>()
  readonly #budget: Budget = { chars: MAX_CHARS }
  /** Whether there were more columns than are profiled. */
  isCut = false

  add(record: ReadRecord): void {
    for (const [name, value] of record) {
      const profile = this.#profiles.get(name) ?? this.#begin(name)
      profile?.add(value)
    }
  }

  /** The names of the columns. */
  get names(): readonly string[] {
    return [...this.#profiles.keys()]
  }

  finish(): Column[] {
    const profiles = [...this.#profiles.values()]
    const places = findPlaces(profiles)
    return profiles.map((profile) => profile.finish(places.get(profile)))
  }

  #begin(name: string): ColumnProfile | undefined {
    if (this.#profiles.size >= MAX_COLUMNS) {
      this.isCut = true
      return undefined
    }
    const profile = new ColumnProfile(own(name), this.#budget)
    this.#profiles.set(profile.name, profile)
    return profile
  }
}
