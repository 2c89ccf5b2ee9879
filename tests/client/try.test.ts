import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressesOf, commandOf, isPageInstead } from '../../src/client/try/request.ts'

test('a request has the address of the interface, and that of the file for hosts that ignore queries', () => {
  assert.deepEqual(addressesOf({ operation: 'list', format: 'json' }), {
    address: 'api/v1/list/?type=json',
    file: 'api/v1/list/index.json',
  })
  assert.deepEqual(addressesOf({ operation: 'get_dataset', code: 'a/b ü', format: 'csv' }), {
    address: 'api/v1/get_dataset/a%2Fb%20%C3%BC/index.csv',
    file: 'api/v1/get_dataset/a%2Fb%20%C3%BC/index.csv',
  })
  assert.equal(addressesOf({ operation: 'list', format: 'html' }).address, 'api/v1/list/')
})

test('a page is what was asked for only if it is html', () => {
  assert.ok(isPageInstead({ operation: 'list', format: 'json' }, 'text/html; charset=utf-8'))
  assert.ok(!isPageInstead({ operation: 'list', format: 'html' }, 'text/html'))
  assert.ok(!isPageInstead({ operation: 'list', format: 'xml' }, 'application/xml'))
})

test('no code ends the string of a command', () => {
  const { address } = addressesOf({ operation: 'get_dataset', code: "a' ; rm", format: 'json' })
  assert.equal(commandOf(address), "curl 'api/v1/get_dataset/a%27%20%3B%20rm/?type=json'")
})
