import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cornersOf, degreesOf, dotsOf, nearestOf, pathOf, type Spot } from '../../src/client/map/box.ts'
import { frameOf, xOf, yOf } from '../../src/lib/site/view/map/frame.ts'

const frame = frameOf({ west: 37.3, south: 55.5, east: 37.9, north: 55.9 })

test('a box on a map has the degrees that the map draws there, and back', () => {
  const box = [
    [xOf(frame, 37.7), yOf(frame, 55.6)],
    [xOf(frame, 37.5), yOf(frame, 55.8)],
  ] as const
  const degrees = degreesOf(frame, box)
  assert.deepEqual(degrees, { is: 'box', west: 37.5, south: 55.6, east: 37.7, north: 55.8 })
  const near = (a: readonly [number, number], b: readonly [number, number]) =>
    Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.01
  const [leftTop, rightBottom] = cornersOf(frame, degrees)
  assert.ok(near(leftTop, [box[1][0], box[1][1]]) && near(rightBottom, [box[0][0], box[0][1]]))
})

test('the dots of a path are found, and the nearest of them within reach', () => {
  const dots = dotsOf('m10 20h0m5-7h0m100 0h0')
  assert.deepEqual(dots, [
    [10, 20],
    [15, 13],
    [115, 13],
  ])
  assert.deepEqual(dotsOf(pathOf(dots)), dots)
  assert.equal(nearestOf(dots, [14, 14], 5), 1)
  assert.equal(nearestOf(dots, [60, 60], 24), -1)
})

test('the nearest of many dots is found wherever a click is', () => {
  const dots = Array.from({ length: 200 }, (_, at) => [(at * 37) % 101, (at * 53) % 97] as const).sort(
    (one, other) => one[0] - other[0],
  )
  for (let at = 0; at < 100; at++) {
    const [x, y] = [(at * 29) % 110, (at * 31) % 100]
    const distanceOf = (dot = dots[0] as Spot) => Math.hypot(dot[0] - x, dot[1] - y)
    assert.equal(distanceOf(dots[nearestOf(dots, [x, y], 200)]), Math.min(...dots.map(distanceOf)))
  }
})
