import fc from 'fast-check'

// Every run of the tests generates the same cases.
fc.configureGlobal({ seed: 20_260_101 })

export default fc
