import { body, type Fault } from '../fault.ts'

export const MISMATCHES: readonly Fault[] = [
  {
    name: 'another dataset',
    describe: 'answers with another dataset, which names itself',
    apply: body(({ of }) => of('other')),
    says: /"other"/,
    evidence: true,
  },
  {
    name: 'another dataset that changed',
    describe: 'answers with another dataset that is not the one that is held either',
    apply: body(({ of }) => of('other').toString().replaceAll('first', 'newest')),
    says: /"other"/,
    evidence: true,
  },
  {
    name: 'the dataset that changes meanwhile',
    describe: 'answers with the dataset that changed in this very run',
    apply: body(({ of }) => of('control')),
    says: /"control"/,
    evidence: true,
    // If losses were checked too, such a small service would be refused as a whole: two of its four datasets have the same data.
    options: { refuse: ['errors', 'mismatches'] },
  },
  {
    name: 'a list',
    describe: 'answers with the list of datasets',
    apply: ({ response, type, format, list }) =>
      response.writeHead(200, { 'content-type': type }).end(list(format)),
    says: /list_datasets|"/,
    evidence: true,
  },
]
