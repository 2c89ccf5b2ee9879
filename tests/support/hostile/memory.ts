import { findFolderInMemory } from '../../../scripts/test/memory.ts'
import { makeFoldersIn } from '../temporary.ts'

// Hundreds of crawls wait for a disk more than for anything else, and the disk is not what is tested here.
const memory = findFolderInMemory()
if (memory !== undefined) makeFoldersIn(memory)
