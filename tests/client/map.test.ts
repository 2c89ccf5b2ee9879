import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxOf, degreesOf, dotsOf, nearestOf } from '../../src/client/map/box.ts'
import { frameOf, xOf, yOf } from '../../src/lib/site/view/map/frame.ts'

const frame = frameOf({ west: 37.3, south: 55.5, east: 37.9, north: 55.9 })

test('a box on a map has the degrees that the map draws there, and back', () => {
  const box = [
    [xOf(frame, 37.7), yOf(frame, 55.6)],
    [xOf(frame, 37.5), yOf(frame, 55.8)],
  ] as const
  const { longitude, latitude } = degreesOf(frame, box)
  assert.deepEqual(
    [longitude, latitude],
    [
      ['37.5', '37.7'],
      ['55.6', '55.8'],
    ],
  )
  const [[left, top], [right, bottom]] = boxOf(frame, [37.5, 37.7], [55.6, 55.8])
  const near = (a: number, b: number) => Math.abs(a - b) < 0.01
  assert.ok(
    near(left, box[1][0]) && near(right, box[0][0]) && near(top, box[1][1]) && near(bottom, box[0][1]),
  )
})

test('the dots of a path are found, and the nearest of them within reach', () => {
  const dots = dotsOf('m10 20h0m5-7h0m100 0h0')
  assert.deepEqual(dots, [
    [10, 20],
    [15, 13],
    [115, 13],
  ])
  assert.deepEqual(nearestOf(dots, [14, 14], 5), [15, 13])
  assert.equal(nearestOf(dots, [60, 60], 24), undefined)
})
